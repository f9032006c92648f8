import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** How long the code is delayed: longer than any pause in the client after which the address is changed. */
const delayMs = 1_000;

/** From now on the code of a page loads slowly. @param name of its file: `faq-page`. */
export const delayPageCode = (page: Page, name: string): Promise<unknown> =>
  page.route(`**/assets/${name}-*.js`, async (route) => {
    await sleep(delayMs);
    await route.continue();
  });
