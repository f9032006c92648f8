import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { productUrl, test } from '#e2e/support/journey.ts';

const waitUntilLive = (page: Page) => page.locator('header').getByText('Live', { exact: true }).waitFor();

/** Adds a course with the form. */
const addCourse = async (admin: Page, name: string): Promise<void> => {
  await admin.goto(`${productUrl()}/addCourse`);
  await admin.getByLabel('Course name').fill(name);
  await admin.getByLabel('Course code').selectOption('PHY');
  await admin.getByLabel('Category').selectOption('General');
  await admin.getByPlaceholder('e.g., 3-4 years').fill('2');
  await admin.getByPlaceholder('out of 10').fill('6');
  await admin.getByLabel('Instructor').fill('Somebody Else');
  await admin.getByLabel('Price').fill('10');
  await admin.getByLabel('Image URL').fill('/nothing.svg');
  await admin.getByLabel('Details').fill('Here for a moment.');
  await admin.getByRole('button', { name: 'Add Course' }).click();
  await admin.getByRole('button', { name: 'Cool' }).click();
  await admin.waitForURL('**/allCourses');
  await admin.getByRole('heading', { name }).waitFor();
};

const removeCourse = async (admin: Page, name: string): Promise<void> => {
  await admin.getByRole('button', { name: `Remove ${name}` }).click();
  const question = admin.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.getByText("You won't be able to revert this!", { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  const confirmation = admin.getByRole('alertdialog', { name: 'Deleted!' });
  await confirmation.getByText('Your file has been deleted.', { exact: true }).waitFor();
  await confirmation.getByRole('button', { name: 'OK' }).click();
};

test('a removed course disappears from lists, stays open with a banner, and returns with Undo', async ({
  visit,
  visitAs,
}) => {
  const name = `Fleeting ${randomUUID().slice(0, 8)}`;
  const admin = await visitAs('Admin', '/');
  const visitor = await visit('/allCourses');
  await waitUntilLive(visitor);
  await addCourse(admin, name);
  const card = visitor.getByRole('heading', { name });
  await card.waitFor();

  const reader = await visit('/allCourses');
  await reader.getByRole('link', { name: `Learn More about ${name}` }).click();
  await reader.getByRole('heading', { level: 1, name }).waitFor();
  // The position of the heading is measured after everything has loaded and taken its place.
  await reader.waitForLoadState('networkidle');
  await reader.evaluate(() => document.fonts.ready);
  const before = await reader.getByRole('heading', { level: 1, name }).boundingBox();

  await removeCourse(admin, name);
  await card.waitFor({ state: 'detached' });
  await admin.getByRole('heading', { name }).waitFor({ state: 'detached' });
  await reader.getByText('This course was removed while you were reading it.').waitFor();
  expect(await reader.getByRole('heading', { level: 1, name }).boundingBox()).toEqual(before);

  await admin.getByRole('button', { name: 'Undo' }).click();
  await card.waitFor();
  await reader.getByText('This course was removed while you were reading it.').waitFor({ state: 'detached' });
  await removeCourse(admin, name);
});

test('a cancelled removal removes nothing', async ({ visitAs }) => {
  const admin = await visitAs('Admin', '/allCourses');
  let removals = 0;
  admin.on('request', (request) => {
    if (request.method() === 'DELETE') removals += 1;
  });
  await admin.getByRole('button', { name: 'Remove Plain English' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Are you sure?' });
  // The question names the course and says that it can be restored. Screen readers get this with the specified words.
  const description = await question.evaluate(
    (element) =>
      element.ownerDocument.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
  );
  expect(description).toMatch(/^You won't be able to revert this!.*“Plain English”.*restore/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await admin.getByRole('alertdialog').waitFor({ state: 'detached' });
  await admin.getByRole('heading', { name: 'Plain English' }).waitFor();
  expect(removals).toBe(0);
});

test('the header shows that the device is offline, and loaded courses stay', async ({ visit }) => {
  const page = await visit('/allCourses');
  await page.locator('article').first().waitFor();
  await waitUntilLive(page);
  await page.context().setOffline(true);
  await page.locator('header').getByText('Offline').waitFor();
  expect(await page.locator('article').count()).toBeGreaterThan(20);
  await page.context().setOffline(false);
  await waitUntilLive(page);
});

test('a list that fails to load shows the request id and loads on Retry', async ({ browse }) => {
  const page = await browse('/about');
  let isBroken = true;
  await page.route('**/courses', (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Something went wrong here',
            status: 500,
            code: 'internal-error',
            detail: 'Something went wrong here. It is not your fault.',
            requestId: 'request-of-the-test',
          }),
        })
      : route.continue(),
  );
  await page.getByRole('link', { name: 'All Courses', exact: true }).first().click();
  const alert = page.getByRole('alert');
  await alert.getByText('The courses could not be loaded').waitFor();
  await alert.getByText('request-of-the-test').waitFor();
  isBroken = false;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await page.locator('article').first().waitFor();
});
