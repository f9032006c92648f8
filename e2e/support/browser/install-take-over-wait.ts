import type { Page } from 'playwright-core';
import { pageStateId } from '#contract/rendered-pages.ts';

/** Waits until the client has taken over a page that the server has rendered. Before that, its buttons do nothing. */
const waitUntilTakenOver = async (page: Page): Promise<void> => {
  await page.waitForFunction((id) => document.getElementById(id) === null, pageStateId);
};

/** Replaces `goto` and `reload` of a page, so that they wait until the client has taken over. */
export const installTakeOverWait = (page: Page): void => {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...options) => {
    const response = await goto(...options);
    await waitUntilTakenOver(page);
    return response;
  };
  page.reload = async (...options) => {
    const response = await reload(...options);
    await waitUntilTakenOver(page);
    return response;
  };
};
