import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Longer than the pause after which a search text is written to the address. So this pause ends while the next page is still loading. */
const delayMs = 1_000;

/** Makes the code of a page load slowly from now on. @param name the name of its file, for example `faq-page`. */
export const delayPageCode = (page: Page, name: string): Promise<unknown> =>
  page.route(`**/assets/${name}-*.js`, async (route) => {
    await sleep(delayMs);
    await route.continue();
  });
