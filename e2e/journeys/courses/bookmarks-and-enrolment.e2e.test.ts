import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { registerUser } from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { focusedText } from '#e2e/support/browser/keyboard.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { type PageFixtures, productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';

/** Registers a new student and opens two tabs for them: an empty one, and one with the given path. */
const openTwoTabs = async (visitAs: PageFixtures['visitAs'], path: string): Promise<[Page, Page]> => {
  const student = createPerson('Student');
  await registerUser({ url: productUrl() }, student);
  const other = await visitAs(student, path);
  await waitUntilLive(other);
  return [await other.context().newPage(), other];
};

test('a student adds and removes bookmarks, and another tab updates', async ({ visitAs }) => {
  const [page, other] = await openTwoTabs(visitAs, '/bookmarks');
  await other.getByText('No bookmarks yet.').waitFor();

  await page.goto(`${productUrl()}/allCourses`);
  await page.getByRole('button', { name: 'Bookmark Plain English' }).dblclick();
  const popup = page.getByRole('alertdialog');
  await popup.getByRole('heading', { name: 'Success!!!', exact: true }).waitFor();
  await popup.getByText('Course bookmarked successfully', { exact: true }).waitFor();
  await popup.getByRole('button', { name: 'Cool' }).press('Enter');
  await page.waitForURL('**/bookmarks');
  await popup.waitFor({ state: 'detached' });

  const table = other.getByRole('table', { name: 'Bookmarked Courses' });
  await table.getByRole('cell', { name: 'Plain English', exact: true }).waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    '#',
    'Course Name',
    'Course Code',
    'Difficulty',
    'Action',
  ]);
  expect(await table.getByRole('row').count()).toBe(2);

  await followPath(page, '/');
  const first = page.getByRole('main').getByRole('article').first();
  const name = (await first.getByRole('heading').textContent()) ?? '';
  await page.route('**/bookmarks', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await first.getByRole('button', { name: `Bookmark ${name}` }).click();
  await page.getByText('The server could not answer. Please try again in a moment.').waitFor();
  await page.unroute('**/bookmarks');
  await first.getByRole('button', { name: `Bookmark ${name}` }).press('Enter');
  await popup.getByRole('button', { name: 'Cool' }).click();
  await table.getByRole('cell', { name, exact: true }).waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);

  const readNames = () => table.locator('tbody tr td:nth-child(2)').allInnerTexts();
  await expect.poll(readNames).toEqual(['Plain English', name]);
  await table.getByRole('button', { name: 'Course Name' }).click();
  await expect.poll(readNames).toEqual(['Plain English', name].sort());
  // The focus moves to the heading, and the page does not scroll to it.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 240 });
  await page.getByRole('button', { name: 'Remove Plain English' }).press('Enter');
  await expect.poll(readNames).toEqual([name]);
  expect(await focusedText(page)).toBe('Bookmarked Courses');
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  if (size) await page.setViewportSize(size);
  await other.reload();
  await expect.poll(readNames).toEqual([name]);

  // The button of a bookmarked course removes the bookmark, without leaving the page.
  await page.goto(`${productUrl()}/`);
  await first.getByRole('button', { name: `Bookmarked ${name}` }).press('Enter');
  await first.getByRole('button', { name: `Bookmark ${name}` }).waitFor();
  await other.getByText('No bookmarks yet.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');

  // The answer is late, and the student has gone to another page. They stay there. Either tab may send the outbox.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.context().route('**/bookmarks', (route) => held.then(() => route.continue()));
  await first.getByRole('button', { name: `Bookmark ${name}` }).press('Enter');
  await first.getByRole('button', { name: `Bookmarked ${name}` }).waitFor();
  await followPath(page, '/about');
  release();
  await page.getByText('Course bookmarked successfully', { exact: true }).waitFor();
  expect(await popup.count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/about');
  await table.getByRole('cell', { name, exact: true }).waitFor();
});

test('a student enrols, starts and leaves a course, and another tab updates', async ({ visitAs }) => {
  const [page, other] = await openTwoTabs(visitAs, '/enrolled-courses');
  await other.getByText('You are not enrolled in a course yet.').waitFor();

  let figuresRequests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/courseFigures?')) figuresRequests += 1;
  });
  const { promise: enrolmentsHeld, resolve: releaseEnrolments } = Promise.withResolvers<void>();
  await page.route('**/enrolledCourses?*', (route) => enrolmentsHeld.then(() => route.continue()));
  // The client opens the catalogue itself, because a page that the server renders already contains the figures.
  await page.goto(`${productUrl()}/about`);
  await followPath(page, '/allCourses');
  const catalogueCard = page.getByRole('article').filter({ hasText: 'Plain English' });
  const readStudentCount = async () =>
    Number(/(\d+) students?/.exec((await catalogueCard.textContent()) ?? '')?.[1]);
  await catalogueCard.getByText(/\d+ students?/).waitFor();
  const ratedCard = page.getByRole('article').filter({ hasText: 'Memory: A User' });
  expect(await ratedCard.textContent()).toMatch(/\d\.\d\s+out of 10, \d+ reviews?/);
  const before = await readStudentCount();
  expect(await catalogueCard.getByText('Enrolled', { exact: true }).count()).toBe(0);
  expect(figuresRequests).toBe(1);
  await page.getByRole('link', { name: 'Learn More about Plain English' }).click();
  // Until the enrolments are loaded, the page does not know whether the student is already enrolled.
  const enrol = page.getByRole('button', { name: 'Enroll' });
  await expect.poll(() => enrol.getAttribute('aria-disabled')).toBe('true');
  releaseEnrolments();
  await page.getByRole('button', { name: 'Enroll', exact: true }).dblclick();
  const popup = page.getByRole('alertdialog');
  await popup.getByRole('heading', { name: 'Course enrolled successfully', exact: true }).waitFor();
  await popup.getByRole('button', { name: 'OK' }).press('Enter');
  await popup.waitFor({ state: 'detached' });
  await page.goBack();
  await catalogueCard.getByText('Enrolled', { exact: true }).waitFor();
  await expect.poll(readStudentCount).toBe(before + 1);
  await page.goForward();
  await page.getByRole('link', { name: 'Enrolled · Go to course page' }).press('Enter');
  await page.waitForURL('**/showMoudules/*');

  const card = other.getByRole('article');
  await card.getByRole('heading', { name: 'Plain English' }).waitFor();
  expect(await card.count()).toBe(1);
  // The first 100 characters of the details, and '...'.
  expect((await card.locator('p').first().textContent())?.length).toBe(103);
  await card.getByText('0 of 5 modules').waitFor();
  await other.getByRole('link', { name: 'Go to course page' }).click();
  const otherMain = other.getByRole('main');
  await otherMain.getByRole('button', { name: 'Start Course Progress' }).waitFor();

  const main = page.getByRole('main');
  await main.getByRole('heading', { name: /^Welcome, Student / }).waitFor();
  await main.getByText(/^student-.*@example\.org$/).waitFor();
  await main.getByText(/^৳[\d,]+$/).waitFor();
  await main.getByText(/^[\d-]+ months$/).waitFor();
  await main.getByRole('button', { name: 'Start Course Progress' }).dblclick();
  await popup.getByRole('heading', { name: 'ENG has been started for you', exact: true }).waitFor();
  await popup.getByRole('button', { name: 'OK' }).click();
  await main.getByText('0 of 5 modules').waitFor();
  expect(await main.getByRole('button', { name: 'Start Course Progress' }).count()).toBe(0);
  await otherMain.getByText('0 of 5 modules').waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);

  await followPath(page, '/enrolled-courses');
  await page.getByRole('article').waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  await page.getByRole('button', { name: 'Leave course Plain English' }).press('Enter');
  await popup.getByRole('heading', { name: 'Leave Plain English?' }).waitFor();
  // The answer is late. Meanwhile another element gets the focus, and keeps it. Either tab may send the outbox.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.context().route('**/enrolledCourses/*', (route) => held.then(() => route.continue()));
  await popup.getByRole('button', { name: 'Leave course' }).click();
  await popup.waitFor({ state: 'detached' });
  await page.getByRole('banner').getByRole('link', { name: 'Instructors' }).focus();
  release();
  await page.getByText('You have left Plain English.', { exact: true }).waitFor();
  await page.getByText('You are not enrolled in a course yet.').waitFor();
  expect(await focusedText(page)).toBe('Instructors');
  await otherMain.getByText(/^You left this course in another tab/).waitFor();
  await other.reload();
  await otherMain.getByText('You are not enrolled in this course.').waitFor();
});
