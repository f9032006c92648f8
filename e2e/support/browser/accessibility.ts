import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { longWait } from '#platform/testing/long-wait.ts';

declare global {
  interface Window {
    axe: typeof axe;
    elementsByLook: Map<string, Element[]>;
  }
}

const loadAxe = async (page: Page) => {
  // A page keeps the script until its next load. Parsing the script takes as long as running its rules, so it is not parsed again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
};

/**
 * Runs the axe rules on the page as it is. Our pages contain no frames of their own.
 * @param options.shouldCheckContrast whether to check the contrast, which takes half of the time. Default: true.
 * @param options.shouldCheckTargets whether to report targets that are smaller than 24 pixels and have no space around them.
 * Default: false.
 * @returns the rule and the element of each violation.
 */
export const runAxe = async (
  page: Page,
  options: { shouldCheckContrast?: boolean; shouldCheckTargets?: boolean } = {},
): Promise<string[]> => {
  await loadAxe(page);
  return page.evaluate(async ({ shouldCheckContrast = true, shouldCheckTargets = false }) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      // By default axe also fetches and parses the style sheets, for a rule that is off.
      preload: { assets: ['media'] },
      rules: {
        'color-contrast': { enabled: shouldCheckContrast },
        'target-size': { enabled: shouldCheckTargets },
      },
    });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  }, options);
};

/** The looks of text whose contrast has been checked in this process. A look has the same contrast on all pages. */
const checkedLooks = new Set<string>();

/**
 * Finds the look of each visible text: its colour, size, weight and shadow, and the backgrounds behind it. These determine its contrast.
 * @returns each look once. The page keeps the elements, for {@link checkContrast}.
 */
const findLooks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const backgrounds = new Map<Element, string>();
    const backgroundOf = (element: Element | null): string => {
      if (element === null) return '';
      const known = backgrounds.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ');
      const hasNoEffect = own === 'rgba(0, 0, 0, 0) none 1 none normal';
      const found = hasNoEffect
        ? backgroundOf(element.parentElement)
        : `${backgroundOf(element.parentElement)} > ${own}`;
      backgrounds.set(element, found);
      return found;
    };
    const hasText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
      );
    const looks = new Map<string, Element[]>();
    for (const element of document.body.querySelectorAll('*')) {
      if (!hasText(element) || !element.checkVisibility()) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const look = [color, fontSize, fontWeight, textShadow, backgroundOf(element)].join(' | ');
      looks.set(look, [...(looks.get(look) ?? []), element]);
    }
    window.elementsByLook = looks;
    return [...looks.keys()];
  });

const rememberLooks = async (page: Page): Promise<void> => {
  for (const look of await findLooks(page)) checkedLooks.add(look);
};

/** How often the contrast of a page that keeps changing is checked before the check fails. */
const maxAttempts = 20;

/** Checks the contrast of texts whose looks have not been checked yet. @returns the elements with too little contrast. */
const checkContrast = async (page: Page): Promise<string[]> => {
  await loadAxe(page);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const uncheckedLooks = (await findLooks(page)).filter((look) => !checkedLooks.has(look));
    if (uncheckedLooks.length === 0) return [];
    const found = await page.evaluate(async (looks) => {
      const elements = looks.flatMap((look) => window.elementsByLook.get(look) ?? []);
      // The page has replaced some of the elements since they were found.
      if (!elements.every(({ isConnected }) => isConnected)) return null;
      const { violations } = await window.axe.run(
        { include: elements },
        { resultTypes: ['violations'], iframes: false, runOnly: ['color-contrast'] },
      );
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
    }, uncheckedLooks);
    if (found === null) continue;
    for (const look of uncheckedLooks) checkedLooks.add(look);
    return found;
  }
  throw new Error(`The page changed ${maxAttempts} times while its contrast was checked.`);
};

/** Sets the theme and the width, and waits until the transition has ended. During the transition, colours may have too little contrast. */
const showWithTheme = async (page: Page, theme: 'light' | 'dark', width: number): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' });
  // An animation without an end is not waited for.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const endTime = effect?.getComputedTiming().endTime;
      return playState !== 'running' || endTime === Number.POSITIVE_INFINITY;
    }),
  );
};

/** Returns whether the page still scrolls sideways after a while. Charts adapt a moment after a resize. */
const isTooWide = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, {
      timeout: longWait.timeout,
    })
    .then(
      () => false,
      () => true,
    );

/**
 * The first variant runs all rules; the rule for small targets runs only on request. The third variant runs all rules except those for contrast and
 * small targets. So all other rules run in both themes and at both widths. After the first variant, contrast is checked only for texts whose look
 * has not been checked yet.
 */
const variants = [
  ['light', 1440, 'all rules'],
  ['light', 390, 'new looks'],
  ['dark', 390, 'all rules but contrast, and new looks'],
  ['dark', 1440, 'new looks'],
] as const;

/**
 * Checks a page in both themes on a laptop and a phone with axe, and for sideways scrolling at a width of 320 px.
 * @param waitForContent called after each change of the theme and the width, before axe runs.
 * @param options.shouldCheckTargets whether to report small targets on the laptop. Default: false.
 * @returns the findings, each with the theme and the width.
 */
export const inspectAccessibility = async (
  page: Page,
  waitForContent: () => Promise<void> = async () => {},
  options: { shouldCheckTargets?: boolean } = {},
): Promise<string[]> => {
  const found: string[] = [];
  for (const [theme, width, rules] of variants) {
    await showWithTheme(page, theme, width);
    await waitForContent();
    const findings: string[] = [];
    const isFirst = rules === 'all rules';
    if (rules !== 'new looks') {
      const shouldCheckTargets = isFirst && options.shouldCheckTargets === true;
      findings.push(...(await runAxe(page, { shouldCheckContrast: isFirst, shouldCheckTargets })));
    }
    if (isFirst) await rememberLooks(page);
    else findings.push(...(await checkContrast(page)));
    found.push(...findings.map((finding) => `${theme} ${width}: ${finding}`));
  }
  // A window of 1280 × 1024 px at a zoom of 400 % (WCAG 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 });
  if (await isTooWide(page)) found.push('scrolls sideways at 320 px');
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
};
