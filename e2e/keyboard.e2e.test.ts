import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { productUrl, test } from './journey.ts';
import { newPerson } from './people.ts';

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Presses Tab (or, backwards, Shift and Tab) until the control of this name has the focus, as a person does who has no mouse. */
const tabTo = async (page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return '';
      const typed = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement];
      const control = typed.find((kind) => element instanceof kind) ? (element as HTMLInputElement) : null;
      return control?.labels?.[0]?.textContent ?? element.textContent ?? '';
    });
    if (focused.trim() === name) return;
  }
  throw new Error(`The focus never came to '${name}'.`);
};

const type = async (page: Page, name: string, text: string) => {
  await tabTo(page, name);
  await page.keyboard.type(text);
};

test('a person registers, signs in, adds a course and logs out by the keyboard alone', async ({ visit }) => {
  const page = await visit('/auth/register');
  const person = newPerson('Admin');
  await page.getByRole('heading', { name: 'Register' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focusedText(page)).toBe('Skip to main content');
  await page.keyboard.press('Enter');
  await type(page, 'Name', person.name);
  await type(page, 'Image URL', person.imageUrl);
  await type(page, 'Email', person.email);
  await type(page, 'Password', person.password);
  await type(page, 'User type', 'Admin');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Register');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('OK');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedText(page)).toBe('Login');

  await type(page, 'Password', person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${productUrl()}/`);

  await page.goto(`${productUrl()}/addCourse`);
  await page.getByLabel('Course name').waitFor();
  const name = `By keyboard ${person.name}`;
  await type(page, 'Course name', name);
  await type(page, 'Course code', 'PSY');
  await type(page, 'Category', 'General');
  await type(page, 'Duration', '1 year');
  await type(page, 'Difficulty', '3');
  await type(page, 'Instructor', 'Ada');
  await type(page, 'Price', '10');
  await type(page, 'Image URL', person.imageUrl);
  await type(page, 'Details', 'No mouse was needed.');
  await tabTo(page, 'Add Course');
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'Success!!!' }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('Cool');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('All Courses');
  await tabTo(page, 'Logout', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText('User logged out successfully', { exact: true }).waitFor();
});
