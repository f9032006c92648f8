import type { Page } from 'playwright-core';

const timeoutMs = 60_000;

/**
 * Opens another path in the page as a link of the client does, and waits until the new page has its heading. Loading the client
 * anew instead (`page.goto`) takes half a second of the processor, so only tests of a first visit need it.
 */
export const followPath = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    ([to, limitMs]) =>
      new Promise<void>((resolve, reject) => {
        if (new URL(to, location.href).pathname === location.pathname)
          throw new Error(`The page already shows ${to}. Only another path moves the focus to a heading.`);
        const timer = setTimeout(() => reject(new Error(`${to} showed no heading in time.`)), limitMs);
        // The client moves the focus to the heading of each new page.
        const listener = ({ target }: FocusEvent) => {
          if (!(target instanceof HTMLHeadingElement) || target.tagName !== 'H1') return;
          removeEventListener('focusin', listener);
          clearTimeout(timer);
          resolve();
        };
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        addEventListener('focusin', listener);
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      }),
    [path, timeoutMs] as const,
  );
