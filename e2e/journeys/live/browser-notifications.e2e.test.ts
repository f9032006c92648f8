import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { registerUser, sendCommand } from '#e2e/support/api-calls.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';

test('several tabs show a notification once, only if all of them are hidden, and share one setting', async ({
  visitAs,
}) => {
  const sam = createPerson('Student');
  const ina = createPerson('Instructor');
  const product = { url: productUrl() };
  await registerUser(product, sam);
  const inaToken = await registerUser(product, ina);
  const first = await visitAs(sam, '/about');
  // A headless browser has neither notification permission nor hidden tabs, so both are simulated.
  await first.context().addInitScript(() => {
    const marks = () => document.documentElement.dataset;
    Object.defineProperty(document, 'hidden', { get: () => marks().hidden === '' });
    class FakeNotification {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(_: string, { body }: { body: string }) {
        marks().notified = `${marks().notified ?? ''}${body}.`;
      }
      close() {}
    }
    Object.assign(window, { Notification: FakeNotification });
  });
  const tabs = [first, await first.context().newPage(), await first.context().newPage()] as const;
  for (const tab of tabs) {
    await tab.goto(`${productUrl()}/showAnnouncement`);
    await tab.getByRole('button', { name: 'Turn on notifications' }).waitFor();
    await waitUntilLive(tab);
    // An announcement that arrives before the list has loaded is shown at once, without the button.
    await tab.getByRole('article').first().waitFor();
  }
  const hide = (tab: Page) =>
    tab.evaluate(() => {
      document.documentElement.setAttribute('data-hidden', '');
      document.dispatchEvent(new Event('visibilitychange'));
    });
  let posted = 0;
  /** Posts an announcement and waits until every tab shows it. */
  const announce = async (text: string) => {
    await sendCommand(product, inaToken, 'POST', '/announcement', { type: 'Exam Announcement', text });
    posted += 1;
    for (const tab of tabs)
      await tab
        .getByRole('button', { name: `${posted} new announcement${posted === 1 ? '' : 's'} · Show` })
        .waitFor();
  };
  const readNotifications = async () => {
    const all = await Promise.all(tabs.map((tab) => tab.locator('html').getAttribute('data-notified')));
    return all.flatMap((texts) => (texts ?? '').split('.').filter(Boolean)).sort();
  };
  /** Returns the names of the locks that the tabs use to coordinate. */
  const readLockNames = () =>
    first.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name ?? ''));
  /** Waits until one tab has decided whether to notify about the first announcement. */
  const waitForFirstDecision = async () => {
    const countAnnouncedLocks = async () =>
      (await readLockNames()).filter((name) => name.startsWith('lyceum-announced ')).length;
    await expect.poll(countAnnouncedLocks).toBe(1);
    // The tab may not know yet that it holds the lock. Its lock requests are answered in order, so it knows after two more.
    for (const tab of tabs)
      await tab.evaluate(async () => {
        await navigator.locks.query();
        await navigator.locks.query();
      });
  };
  const choose = async (tab: Page, current: string, next: string) => {
    await tab.getByRole('button', { name: current }).click();
    for (const other of tabs) await other.getByRole('button', { name: next }).waitFor();
  };
  const off = 'Turn on notifications';
  const on = 'Notifications are on';

  await choose(tabs[1], off, on);
  await hide(tabs[1]);
  await hide(tabs[2]);
  await expect.poll(readLockNames).toContain('lyceum-looked-at');
  await announce('Seen in the first');
  await waitForFirstDecision();
  await hide(tabs[0]);
  await expect.poll(readLockNames).not.toContain('lyceum-looked-at');
  await announce('Seen in none');
  await expect.poll(readNotifications).toEqual(['Seen in none']);
  await choose(tabs[2], on, off);
  await announce('While turned off');
  await choose(tabs[0], off, on);
  await announce('After turning on again');
  await expect.poll(readNotifications).toEqual(['After turning on again', 'Seen in none']);
});
