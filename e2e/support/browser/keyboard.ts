import type { Locator, Page } from 'playwright-core';

/** Returns the text of the focused element, or of the whole page if no element has the focus. */
export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

export const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);

const maxTabStops = 120;

/** Returns the name of the focused control: its label, its aria-label or its text. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const controlTypes = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement];
    const isControl = controlTypes.some((controlType) => element instanceof controlType);
    const labels = isControl ? (element as HTMLInputElement).labels : null;
    const label = labels?.[0]?.textContent ?? element.getAttribute('aria-label');
    return (label ?? element.textContent ?? '').trim();
  });

/**
 * Presses Tab or Shift+Tab until the control with this name has the focus.
 * @throws Error if it does not get the focus within 120 presses.
 */
export const tabTo = async (page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  const passed: string[] = [];
  while (passed.length < maxTabStops) {
    await page.keyboard.press(key);
    const focused = await focusedName(page);
    if (focused === name) return;
    passed.push(focused);
  }
  throw new Error(`'${name}' never got the focus. The focus went to: ${passed.slice(-40).join(' | ')}`);
};

/** Moves the focus to the field with this name and types the text. */
export const typeIntoField = async (page: Page, name: string, text: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.type(text);
};

/** Moves the focus to the control with this name and presses Enter. */
export const pressControl = async (page: Page, name: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};
