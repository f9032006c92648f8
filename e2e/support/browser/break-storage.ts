import type { Page } from 'playwright-core';

/** Makes every transaction of the outbox's database fail in this page. @returns a function that lets them succeed again. */
export const breakStorage = async (page: Page) => {
  const original = await page.evaluateHandle(() => IDBDatabase.prototype.transaction);
  await page.evaluate((transaction) => {
    IDBDatabase.prototype.transaction = function (...args) {
      if (this.name !== 'lyceum-outbox') return transaction.apply(this, args);
      throw new DOMException('The database was closed.', 'InvalidStateError');
    };
  }, original);
  return () =>
    page.evaluate((transaction) => {
      IDBDatabase.prototype.transaction = transaction;
    }, original);
};
