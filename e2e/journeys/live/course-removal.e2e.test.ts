import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { productUrl, test } from '#e2e/support/journey.ts';

const addCourseWithForm = async (admin: Page, name: string): Promise<void> => {
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
  await addCourseWithForm(admin, name);
  const card = visitor.getByRole('heading', { name });
  await card.waitFor();

  const onCoursePage = await visit('/allCourses');
  await onCoursePage.getByRole('link', { name: `Learn More about ${name}` }).click();
  await onCoursePage.getByRole('heading', { level: 1, name }).waitFor();
  // The position of the heading is measured after everything has loaded and taken its place.
  await onCoursePage.waitForLoadState('networkidle');
  await onCoursePage.evaluate(() => document.fonts.ready);
  const before = await onCoursePage.getByRole('heading', { level: 1, name }).boundingBox();

  await removeCourse(admin, name);
  await card.waitFor({ state: 'detached' });
  await admin.getByRole('heading', { name }).waitFor({ state: 'detached' });
  await onCoursePage.getByText('This course was removed while you were reading it.').waitFor();
  expect(await onCoursePage.getByRole('heading', { level: 1, name }).boundingBox()).toEqual(before);

  await admin.getByRole('button', { name: 'Undo' }).click();
  await card.waitFor();
  await onCoursePage
    .getByText('This course was removed while you were reading it.')
    .waitFor({ state: 'detached' });
  await removeCourse(admin, name);
});

test('a cancelled removal removes nothing, and a confirmed one asks to remove the course that the question names, even after the user has gone to another course', async ({
  visitAs,
}) => {
  const admin = await visitAs('Admin', '/allCourses');
  let removals = 0;
  admin.on('request', (request) => {
    if (request.method() === 'DELETE') removals += 1;
  });
  await admin.getByRole('button', { name: 'Remove Plain English' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Are you sure?' });
  // The question names the course and says that it can be restored. Screen readers read this together with the specified words.
  const readDescription = () =>
    question.evaluate(
      (element) =>
        element.ownerDocument.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
    );
  expect(await readDescription()).toMatch(/^You won't be able to revert this!.*“Plain English”.*restore/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await admin.getByRole('alertdialog').waitFor({ state: 'detached' });
  await admin.getByRole('heading', { name: 'Plain English' }).waitFor();
  expect(removals).toBe(0);

  // The question asks whether to remove one course. While it is open, the user goes back to another course.
  const links = admin.getByRole('link', { name: /^Learn More about/ });
  const other = (await links.filter({ hasNotText: 'Plain English' }).first().getAttribute('href')) ?? '';
  await links.filter({ hasText: 'Plain English' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Plain English' }).waitFor();
  await followPath(admin, other);
  const removedPaths: string[] = [];
  await admin.route('**/courses/*', (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    removedPaths.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 409, json: {} });
  });
  await admin
    .getByRole('complementary', { name: 'Price and details' })
    .getByRole('button', { name: /^Remove / })
    .click();
  await question.waitFor();
  const otherName = await admin.locator('main h1').textContent();
  expect(await readDescription()).toContain(`“${otherName}”`);
  await admin.goBack();
  // The question hides the page from screen readers, so the heading has no role now.
  await admin.locator('main h1', { hasText: 'Plain English' }).waitFor();
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect.poll(() => removedPaths).toEqual([`/courses/${other.split('/').at(-1)}`]);
});
