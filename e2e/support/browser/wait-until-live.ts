import type { Page } from 'playwright-core';

/** Waits until the header shows that the live connection is open. */
export const waitUntilLive = (page: Page): Promise<void> =>
  page.locator('header').getByText('Live', { exact: true }).waitFor();
