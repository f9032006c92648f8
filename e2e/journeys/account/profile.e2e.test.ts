import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { initialsAddress } from '#contract/initials.ts';
import { completeModules, enrolAndStart, registerUser } from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { focusedText } from '#e2e/support/browser/keyboard.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';

/** Returns the numbers in the course summary by their labels. */
const readSummary = (page: Page): Promise<Record<string, string>> =>
  page
    .getByRole('region', { name: 'Course Summary' })
    .locator('dl > div')
    .evaluateAll((items) =>
      Object.fromEntries(
        items.map((item) => [item.querySelector('dt')?.textContent, item.querySelector('dd')?.textContent]),
      ),
    );

test('a student’s profile counts progress live, and the home page continues the course', async ({
  visitAs,
}) => {
  const product = { url: productUrl() };
  const student = createPerson('Student');
  const token = await registerUser(product, student);
  const page = await visitAs(student, '/myProfile');
  const home = await page.context().newPage();
  await home.goto(productUrl());
  await home.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('You are not enrolled in a course yet.').waitFor();
  await waitUntilLive(page);
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: student.name }).waitFor();
  await main.getByText(student.email).waitFor();
  await main.getByText('Student', { exact: true }).waitFor();

  const id = await enrolAndStart(product, token, 'Plain English');
  const card = main.getByRole('listitem').filter({ hasText: 'Plain English' });
  await card.getByText('Ongoing', { exact: true }).waitFor();
  await card.getByText('0%').waitFor();
  const continueCard = home.getByRole('region', { name: 'Continue' });
  await continueCard.getByText('Plain English', { exact: true }).waitFor();
  await completeModules(product, token, id, [1, 2, 3]);
  await card.getByText('60%').waitFor();
  await card.getByText('3 of 5 modules').waitFor();
  await expect
    .poll(() => readSummary(page))
    .toMatchObject({ 'Enrolled courses': '1', 'Completed courses': '0', 'Modules completed': '3' });

  // In the calendar, today's activity is the accessible name of its cell. The arrow keys move to other days.
  const today = main.getByRole('gridcell', {
    name: /: 1 enrollment, 1 course started, 3 modules completed$/,
  });
  await today.waitFor();
  await main.getByText(/^5 learning activities on 1 day in the last twelve months\./).waitFor();
  await today.focus();
  await page.keyboard.press('ArrowLeft');
  const lastWeek = page.locator('td:focus');
  await expect.poll(() => lastWeek.getAttribute('aria-label')).toMatch(/: no activity$/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => today.evaluate((cell) => cell === document.activeElement)).toBe(true);
  // With Control, Alt or Shift, the arrow keys belong to the browser.
  await page.keyboard.press('Control+ArrowLeft');
  expect(await today.evaluate((cell) => cell === document.activeElement)).toBe(true);
  await main.getByRole('button', { name: 'Show as table' }).press('Enter');
  const table = main.getByRole('table', { name: 'Activity by month' });
  expect(await table.getByRole('row').count()).toBe(2);
  expect(await inspectAccessibility(page)).toEqual([]);

  await continueCard.getByText('3 of 5 modules').waitFor();
  expect(await inspectAccessibility(home)).toEqual([]);
  await continueCard.getByRole('link', { name: 'Resume module 4' }).press('Enter');
  await home.waitForURL(`**/learn-course/${id}?module=4`);
  await completeModules(product, token, id, [4, 5]);
  await card.getByText('Completed', { exact: true }).waitFor();
  await card.getByText('100%').waitFor();
  await home.goto(productUrl());
  await home.getByText(/^Total Courses: \d+$/).waitFor();
  await continueCard.waitFor({ state: 'detached' });
});

test('a profile change reaches the identity provider, and can be saved again after a failure', async ({
  visitAs,
}) => {
  const student = createPerson('Student');
  await registerUser({ url: productUrl() }, student);
  const page = await visitAs(student, '/myProfile');
  const main = page.getByRole('main');
  const name = main.getByLabel('Name', { exact: true });
  const changed = `${student.name} the Second`;
  await name.fill(changed);
  // The initials of the new name can be used as the picture, as in the registration form.
  const address = initialsAddress(changed) ?? '';
  await main.getByRole('button', { name: 'Use my initials' }).press('Enter');
  await expect.poll(() => main.getByLabel('Image URL').inputValue()).toBe(address);
  // The server saves the change, but the provider does not answer. The input stays, and saving again completes the change.
  const providerUpdate = '**/accounts:update*';
  await page.route(providerUpdate, (route) => route.abort());
  await main.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByText('Error updating profile. Please try again.', { exact: true })
    .waitFor();
  expect(await name.inputValue()).toBe(changed);
  await page.unroute(providerUpdate);
  await main.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Profile updated.', { exact: true }).waitFor();
  // Nothing is left to save. The button keeps the focus.
  await expect.poll(() => main.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await expect.poll(() => focusedText(page)).toBe('Save');
  const banner = page.getByRole('banner');
  await banner.getByText(changed, { exact: true }).waitFor();
  await page.reload();
  await banner.getByText(changed, { exact: true }).waitFor();
  await main.getByRole('heading', { name: changed }).waitFor();
  await banner.locator(`img[src="${address}"]`).waitFor();

  // A picture that is chosen in another tab appears in the form. The name that is being typed stays.
  await name.fill(student.name);
  const other = await page.context().newPage();
  await other.goto(`${productUrl()}/myProfile`);
  const chosenElsewhere = initialsAddress('Somebody Else') ?? '';
  await other.getByLabel('Image URL').fill(chosenElsewhere);
  await other.getByRole('main').getByRole('button', { name: 'Save' }).click();
  await other.getByText('Profile updated.', { exact: true }).waitFor();
  await expect.poll(() => main.getByLabel('Image URL').inputValue()).toBe(chosenElsewhere);
  expect(await name.inputValue()).toBe(student.name);
  expect(await main.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
});
