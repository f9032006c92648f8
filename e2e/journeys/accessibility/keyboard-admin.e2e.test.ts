import { expect } from 'vitest';
import { focusedText, tabTo, typeIntoField } from '#e2e/support/browser/keyboard.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';

test('an admin registers, signs in, adds a course and logs out with the keyboard alone', async ({
  visit,
}) => {
  const page = await visit('/auth/register');
  const person = createPerson('Admin');
  await page.getByRole('heading', { name: 'Register' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focusedText(page)).toBe('Skip to main content');
  await page.keyboard.press('Enter');
  await typeIntoField(page, 'Name', person.name);
  await typeIntoField(page, 'Image URL', person.imageUrl);
  await typeIntoField(page, 'Email', person.email);
  await typeIntoField(page, 'Password', person.password);
  await typeIntoField(page, 'User type', 'Admin');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Register');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('OK');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedText(page)).toBe('Login');

  await typeIntoField(page, 'Password', person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${productUrl()}/`);

  await page.goto(`${productUrl()}/addCourse`);
  await page.getByLabel('Course name').waitFor();
  const name = `By keyboard ${person.name}`;
  await typeIntoField(page, 'Course name', name);
  await typeIntoField(page, 'Course code', 'PSY');
  await typeIntoField(page, 'Category', 'General');
  await typeIntoField(page, 'Duration', '1 year');
  await typeIntoField(page, 'Difficulty', '3');
  await typeIntoField(page, 'Instructor', 'Ada');
  await typeIntoField(page, 'Price', '10');
  await typeIntoField(page, 'Image URL', person.imageUrl);
  await typeIntoField(page, 'Details', 'No mouse was needed.');
  await tabTo(page, 'Add Course');
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'Success!!!' }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('Cool');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('All Courses');
  await tabTo(page, 'Logout', 'Shift+Tab');
  // Only for the timing of this test: a toast does not disappear while the pointer is over it. The pointer waits where the toast will appear.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width - 100, height - 50);
  await page.keyboard.press('Enter');
  await page.getByText('User logged out successfully', { exact: true }).waitFor();

  // The focus goes to the toast twice, because Tab must also leave the toast. Enter closes the toast, and the focus is not lost.
  await tabTo(page, 'All Courses');
  await tabTo(page, 'Close toast');
  await tabTo(page, 'All Courses');
  await tabTo(page, 'Close toast');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('button', { name: 'Close toast' }).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
});
