import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addCourse, register } from '#e2e/support/api-calls.ts';
import { inspect } from '#e2e/support/browser/inspect-accessibility.ts';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';
import { newLearner } from '#e2e/support/learner.ts';
import { newPerson } from '#e2e/support/people.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const playing = (page: Page) => page.locator('video').getAttribute('src');
const second = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Position in the video' }).inputValue());

/** One file beside this site, one elsewhere, three of YouTube as people paste them. */
const elsewhere = 'https://films.example.org/second.webm';
const five = [
  '/clips/phy/1.webm',
  elsewhere,
  'https://youtu.be/dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=5',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
];

test('an Admin names the instructor, who sets five videos; a student’s open lesson takes them', {
  timeout: 240_000,
}, async ({ visit }) => {
  const [admin, teacher] = [newPerson('Admin'), newPerson('Instructor')];
  const product = { url: productUrl() };
  const token = await register(product, admin);
  await register(product, teacher);
  const name = `Films ${randomUUID().slice(0, 8)}`;
  const courseId = await addCourse(product, token, name);
  const { person, path } = await newLearner(name);

  const student = await visit('/auth/login');
  await student.route(elsewhere, (route) =>
    route.fulfill({
      contentType: 'video/webm',
      body: readFileSync(join(import.meta.dirname, '../../../web/public/clips/phy/2.webm')),
    }),
  );
  await signIn(student, person);
  await student.goto(`${productUrl()}${path}?module=1&second=9`);
  await expect.poll(() => second(student)).toBe(9);
  expect(await playing(student)).toBe('/clips/mth/1.webm');

  const desk = await visit('/auth/login');
  await signIn(desk, teacher);
  await desk.goto(`${productUrl()}/courseVideos/${courseId}`);
  await desk.getByText(/^The videos of a course are set by its instructor or an Admin\./).waitFor();
  await desk.goto(`${productUrl()}/courseDetails/${courseId}`);
  const edit = desk.getByRole('link', { name: `Edit videos of ${name}` });
  await desk.getByRole('heading', { level: 1, name }).waitFor();
  expect(await edit.count()).toBe(0);

  const office = await visit('/auth/login');
  await signIn(office, admin);
  await office.goto(`${productUrl()}/updateCourse/${courseId}`);
  await office.getByLabel('Taught by').selectOption({ label: `${teacher.name} · ${teacher.email}` });
  await button(office, 'Update Course').click();
  await office.getByText('Course updated successfully', { exact: true }).waitFor();

  // The page that the instructor has open hears of it.
  await edit.click();
  await desk.getByText('Clip of MTH', { exact: false }).first().waitFor();
  for (const [index, address] of five.entries())
    if (index !== 1) await desk.getByLabel(`Module ${index + 1}`, { exact: true }).fill(address);
  await desk.getByLabel('Module 5', { exact: true }).fill('https://www.youtube.com/@somebody');
  await button(desk, 'Save videos').click();
  await desk.getByText('Module 2 is required.', { exact: true }).waitFor();
  await desk.getByText('Module 5 names no single video of YouTube.', { exact: true }).waitFor();
  for (const at of [1, 4]) await desk.getByLabel(`Module ${at + 1}`, { exact: true }).fill(five[at] ?? '');
  await desk.getByRole('button', { name: 'Preview module 3' }).click();
  await button(desk, 'Play from YouTube').waitFor();
  expect(await inspect(desk)).toEqual([]);
  expect(await playing(student)).toBe('/clips/mth/1.webm');
  await button(desk, 'Save videos').click();
  await desk.getByText('Videos saved. Students have them now.', { exact: true }).waitFor();

  await expect.poll(() => playing(student)).toBe('/clips/phy/1.webm');
  await expect.poll(() => second(student)).toBe(0);
  // Under the content policy of the page: a file of another site, and YouTube's player, which is asked for by a click.
  await button(student, 'Next').click();
  await expect
    .poll(() =>
      student.locator('video').evaluate((video: HTMLVideoElement) => [video.src, video.readyState > 0]),
    )
    .toEqual([elsewhere, true]);
  await button(student, 'Next').click();
  await button(student, 'Play from YouTube').waitFor();

  await button(desk, 'Clear all five').click();
  await button(desk, 'Save videos').click();
  await expect.poll(() => playing(student)).toBe('/clips/mth/3.webm');
});
