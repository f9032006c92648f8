import type { Page } from 'playwright-core';

/** Returns how far the page is scrolled, in pixels. */
export const readScrollPosition = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));
