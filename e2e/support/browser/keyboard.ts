/** A page as it is used by who has no mouse: the focus is moved by Tab, and what has it is pressed. */
import type { Page } from 'playwright-core';

export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const most = 120;

/** What the control that has the focus is called: by its label, its aria-label, or what stands in it. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const typed = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement];
    const control = typed.find((kind) => element instanceof kind) ? (element as HTMLInputElement) : null;
    const label = control?.labels?.[0]?.textContent ?? element.getAttribute('aria-label');
    return (label ?? element.textContent ?? '').trim();
  });

/**
 * Presses Tab (or, backwards, Shift and Tab) until the control of this name has the focus.
 * @throws when it never comes there.
 */
export const tabTo = async (page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  const passed: string[] = [];
  while (passed.length < most) {
    await page.keyboard.press(key);
    const focused = await focusedName(page);
    if (focused === name) return;
    passed.push(focused);
  }
  throw new Error(`The focus never came to '${name}'. It passed ${passed.slice(-40).join(' | ')}`);
};

/** Goes to the field of this name and types. */
export const type = async (page: Page, name: string, text: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.type(text);
};

/** Goes to the control of this name and presses it. */
export const press = async (page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await tabTo(page, name, key);
  await page.keyboard.press('Enter');
};
