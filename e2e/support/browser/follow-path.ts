import type { Page } from 'playwright-core';

declare global {
  interface Window {
    previousHeading: { element: Element | null; text: string };
  }
}

/**
 * Opens another path in the page, as a link in the client does, and waits until the new page shows its heading. Loading the client
 * anew instead (`page.goto`) takes half a second of processor time, so do that only in tests of a first visit.
 * @param path the path of a page with a different heading.
 */
export const followPath = async (page: Page, path: string): Promise<void> => {
  // If the current page showed its heading only after the navigation, it would be taken for the heading of the new page.
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.evaluate((to) => {
    const element = document.querySelector('main h1');
    window.previousHeading = { element, text: element?.textContent ?? '' };
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  // Two pages with the same components may share the element.
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    const { element, text } = window.previousHeading;
    return heading !== null && (heading !== element || heading.textContent !== text);
  });
};
