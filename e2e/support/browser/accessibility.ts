import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds on the page as it is: the rule and where.
 * @param rules only these; all of them where none is named.
 */
export const runAxe = async (page: Page, ...rules: string[]): Promise<string[]> => {
  // No page of ours has a frame of ours in it: axe need not open a page of its own to look across frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
};

/** Shows the page in a theme at a width, and waits until it is: a page halfway between two themes has no contrast. */
export const showWithTheme = async (page: Page, theme: 'light' | 'dark', width: number): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
  // The skeletons go on for ever, at the pace that reduced motion leaves them.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const ends = effect?.getComputedTiming().endTime;
      return playState !== 'running' || ends === Number.POSITIVE_INFINITY;
    }),
  );
};

/** A chart adapts itself a moment after its room has changed. */
const staysTooWide = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 10_000 })
    .then(
      () => false,
      () => true,
    );

/** Each theme and each width once with all rules; how themes and widths cross only matters to contrast. */
const looks = [
  ['light', 1440, []],
  ['dark', 1440, ['color-contrast']],
  ['dark', 390, []],
  ['light', 390, ['color-contrast']],
] as const;

/**
 * What axe finds on a page in both themes on a laptop and on a phone; and whether anything is cut off at 320 px.
 * @param settled waits until the page shows what is to be inspected, in any width.
 */
export const inspectAccessibility = async (
  page: Page,
  settled: () => Promise<void> = async () => {},
): Promise<string[]> => {
  const found: string[] = [];
  for (const [theme, width, rules] of looks) {
    await showWithTheme(page, theme, width);
    await settled();
    found.push(...(await runAxe(page, ...rules)).map((finding) => `${theme} ${width}: ${finding}`));
  }
  // 1280 px at 400 % are 320 by 256: nothing may need scrolling in two directions.
  await page.setViewportSize({ width: 320, height: 256 });
  if (await staysTooWide(page)) found.push('scrolls sideways at 320 px');
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
};
