import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Runs axe on the page as it is. Our pages contain no frames of their own.
 * @param rules runs only these rules; all if none is given.
 * @returns the rule and the element of each violation.
 */
export const runAxe = async (page: Page, ...rules: string[]): Promise<string[]> => {
  // A page keeps the script until its next load. Parsing it takes as long as a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      // By default axe also fetches and parses the style sheets, for a rule that is off.
      preload: { assets: ['media'] },
      ...(runOnly.length > 0 ? { runOnly } : {}),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  }, rules);
};

/** Sets theme and width, and waits for the transition: in the middle of it, colours have too little contrast. */
const showWithTheme = async (page: Page, theme: 'light' | 'dark', width: number): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
  // Skeletons are animated forever, also with reduced motion.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const ends = effect?.getComputedTiming().endTime;
      return playState !== 'running' || ends === Number.POSITIVE_INFINITY;
    }),
  );
};

/** Charts adapt a moment after a resize, so this waits before it reports a page that is too wide. */
const staysTooWide = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 10_000 })
    .then(
      () => false,
      () => true,
    );

/** Each theme and each width is checked once with all rules. Their combinations matter only to contrast. */
const variants = [
  ['light', 1440, []],
  ['dark', 1440, ['color-contrast']],
  ['dark', 390, []],
  ['light', 390, ['color-contrast']],
] as const;

/**
 * Checks a page in both themes on a laptop and a phone with axe, and for sideways scrolling at a width of 320 px.
 * @param settled waits until the page shows its content, after each change of the width.
 */
export const inspectAccessibility = async (
  page: Page,
  settled: () => Promise<void> = async () => {},
): Promise<string[]> => {
  const found: string[] = [];
  for (const [theme, width, rules] of variants) {
    await showWithTheme(page, theme, width);
    await settled();
    found.push(...(await runAxe(page, ...rules)).map((finding) => `${theme} ${width}: ${finding}`));
  }
  // A window of 1280 × 1024 px at a zoom of 400 % (WCAG 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 });
  if (await staysTooWide(page)) found.push('scrolls sideways at 320 px');
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
};
