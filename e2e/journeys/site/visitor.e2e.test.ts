import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { closePopup } from '#e2e/support/browser/lesson-page.ts';
import { readScrollPosition } from '#e2e/support/browser/read-scroll-position.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';

/** Returns the total width of the course cards, from the left edge of the first column to the right edge of the last, in pixels. */
const measureWidthOfCards = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) => {
    const boxes = cards.map((card) => card.getBoundingClientRect());
    return Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
  });

test('a visitor finds a course, registers to enrol in it, and gets to its first lesson with a few clicks', async ({
  visit,
}) => {
  const page = await visit('/');
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const main = page.getByRole('main');
  await page.getByRole('heading', { name: 'Learn Smarter, Achieve More' }).waitFor();
  await page
    .getByRole('link', { name: /Learn More/ })
    .first()
    .waitFor();
  expect(await page.getByRole('link', { name: /Learn More/ }).count()).toBe(3);
  expect(await main.getByRole('link', { name: 'Register', exact: true }).getAttribute('href')).toBe(
    '/auth/register',
  );
  const total = Number(
    /Total Courses: (\d+)/.exec((await page.getByText(/Total Courses: \d+/).textContent()) ?? '')?.[1],
  );
  expect(total).toBeGreaterThanOrEqual(24);

  await page.getByRole('link', { name: 'Show All Courses' }).click();
  await page.waitForURL('**/allCourses');
  await expect.poll(() => page.getByRole('link', { name: /Learn More/ }).count()).toBe(total);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(() => measureWidthOfCards(page)).toBeGreaterThan(1_500);
  await page.setViewportSize({ width: 1280, height: 720 });

  // A typed address opens at the top, however far the previous page was scrolled.
  await page.goto(`${productUrl()}/allCourses`);
  await main.getByRole('article').nth(12).scrollIntoViewIfNeeded();
  await expect.poll(() => readScrollPosition(page)).toBeGreaterThan(200);
  await page.goto(`${productUrl()}/instructors`);
  await main.getByRole('article').nth(12).waitFor();
  expect(await readScrollPosition(page)).toBe(0);

  await page.goto(`${productUrl()}/allCourses?search=Plain`);
  await page.getByRole('link', { name: 'Learn More about Plain English' }).click();
  await page.waitForURL('**/courseDetails/*');
  const courseUrl = page.url();
  await page.getByRole('link', { name: 'Register to enroll' }).click();
  await page.waitForURL('**/auth/register');

  // The initials of the name can be used as the picture.
  const person = createPerson('Student');
  await page.getByRole('button', { name: 'Use my initials' }).click();
  await page.getByText('Name is required.', { exact: true }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Use my initials' }).click();
  const address = await page.getByLabel('Image URL').inputValue();
  expect(address).toBe('/initials/AL');
  const picture = main.locator(`img[src="${address}"]`);
  // The width of the picture that the server draws.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await main.getByRole('button', { name: 'Register' }).click();
  await closePopup(page, 'Registration Successful!');
  await page.getByText('Log in to enroll in this course.', { exact: true }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await main.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(courseUrl);

  await main.getByRole('button', { name: 'Enroll', exact: true }).click();
  await closePopup(page, 'Course enrolled successfully', undefined, 'Go to course page');
  await page.waitForURL('**/showMoudules/*');
  /** Returns whether a button has a coloured background. */
  const isProminent = (name: string) =>
    main
      .getByText(name, { exact: true })
      .evaluate((button) => !/^rgba\(.*, 0\)$/.test(getComputedStyle(button).backgroundColor));
  expect([await isProminent('Start Course Progress'), await isProminent('Start Learning')]).toEqual([
    true,
    false,
  ]);
  await main.getByRole('button', { name: 'Start Course Progress' }).click();
  await closePopup(page, 'ENG has been started for you', undefined, 'Start Learning');
  await page.waitForURL('**/learn-course/*');
  await main.getByRole('button', { name: 'Complete Module 1' }).waitFor();
  // Traces are off, so no request has a trace id, not even a command.
  expect(requests.filter((request) => request.method() !== 'GET').length).toBeGreaterThan(2);
  expect(requests.filter((request) => 'traceparent' in request.headers())).toEqual([]);
});
