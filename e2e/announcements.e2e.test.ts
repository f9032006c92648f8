import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { productUrl, signInAs, test } from './journey.ts';

const bellOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Announcements/ });
const dialog = (page: Page) => page.getByRole('alertdialog');
const board = (page: Page, role: 'Admin' | 'Instructor') =>
  page.getByRole('region', { name: `${role} Announcements`, exact: true });

const post = async (page: Page, text: string, type = 'Quiz Announcement') => {
  await page.goto(`${productUrl()}/announcement`);
  await page.getByRole('combobox', { name: 'Type' }).selectOption(type);
  await page.getByRole('textbox', { name: 'Announcement' }).fill(text);
  await page.getByRole('button', { name: 'Post Announcement' }).click();
};

test('an instructor announces; a student sees it come without a reload, on the bell and behind the pill', async ({
  visit,
}) => {
  const instructor = await visit('/auth/login');
  await signInAs(instructor, 'Instructor');
  const student = await visit('/auth/login');
  await signInAs(student, 'Student');
  const elsewhere = await visit('/auth/login');
  await signInAs(elsewhere, 'Student');
  await student.goto(`${productUrl()}/showAnnouncement`);
  await board(student, 'Instructor').waitFor();
  await expect.poll(() => bellOf(student).textContent()).toBe('Announcements');

  const text = `A quiz on Friday, ${randomUUID()}`;
  await post(instructor, text);
  await dialog(instructor).getByText('Success!', { exact: true }).waitFor();
  await dialog(instructor).getByText('Announcement posted successfully.', { exact: true }).waitFor();
  await dialog(instructor).getByRole('button', { name: 'OK' }).click();
  expect(await instructor.getByRole('textbox', { name: 'Announcement' }).inputValue()).toBe('');
  expect(await instructor.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('Course Related');

  await bellOf(elsewhere).getByText('Announcements, 1 unread').waitFor({ state: 'attached' });
  // Nothing moves under a reader's eyes.
  expect(await student.getByText(text).count()).toBe(0);
  await student.getByRole('button', { name: '1 new announcement · Show' }).click();
  const entry = board(student, 'Instructor')
    .getByRole('region', { name: /^Quiz Announcement/ })
    .getByRole('article')
    .filter({ hasText: text });
  await entry.getByText(/^Date: \d{4}-\d{2}-\d{2}$/).waitFor();
  await entry.getByText('New', { exact: true }).waitFor();
  // Seen here is seen on every device.
  await expect.poll(() => bellOf(elsewhere).textContent()).toBe('Announcements');

  await instructor.goto(`${productUrl()}/showAnnouncement`);
  const own = instructor.getByRole('article').filter({ hasText: text });
  await own.getByText(/^Seen by [1-9]\d* of \d+$/).waitFor();
  await own.getByRole('button', { name: /^Withdraw/ }).click();
  await dialog(instructor).getByRole('button', { name: 'Yes, withdraw it!' }).click();
  await entry.waitFor({ state: 'detached' });
  await instructor.getByRole('button', { name: 'Undo' }).click();
  await entry.waitFor();
});

test('the words of the specification: empty columns, a post that fails, a list that cannot be had', async ({
  visit,
}) => {
  const page = await visit('/auth/login');
  await signInAs(page, 'Admin');
  const answer = async (json: unknown) => {
    await page.unroute('**/announcement?*');
    await page.route('**/announcement?*', (route) => route.fulfill({ json }));
    await page.goto(`${productUrl()}/showAnnouncement`);
  };
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  await page.route('**/announcement?*', (route) => isRead.then(() => route.fulfill({ json: [] })));
  await page.goto(`${productUrl()}/showAnnouncement`);
  await page.getByText('Loading...', { exact: true }).waitFor();
  read();
  await page.getByText('No announcements found.', { exact: true }).waitFor();
  const one = {
    ...{ _id: randomUUID(), type: 'Exam Announcement', date: '2026-03-05', text: 'Bring a pencil.' },
    ...{ userType: 'Admin', userName: null, own: false, courseId: null, courseName: null, courseCode: null },
    ...{ postedAt: '2026-03-05T08:00:00Z', position: 1 },
  };
  await answer([one]);
  await board(page, 'Admin').getByText('Bring a pencil.', { exact: true }).waitFor();
  await board(page, 'Admin').getByText('No Course Related announcements.', { exact: true }).waitFor();
  for (const type of ['Course Related', 'Quiz Announcement', 'Exam Announcement'])
    await board(page, 'Instructor').getByText(`No ${type} announcements.`, { exact: true }).waitFor();
  await page.unroute('**/announcement?*');
  await page.route('**/announcement?*', (route) => route.fulfill({ status: 403, json: {} }));
  await page.goto(`${productUrl()}/showAnnouncement`);
  await page.getByText('No announcements found.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Retry' }).waitFor();

  await page.goto(`${productUrl()}/announcement`);
  await page.getByRole('button', { name: 'Post Announcement' }).click();
  await page.getByText('Write what you want to announce.').waitFor();
  await page.route('**/announcement', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 409, json: {} }) : route.continue(),
  );
  await page.getByRole('textbox', { name: 'Announcement' }).fill('Lost?');
  await page.getByRole('button', { name: 'Post Announcement' }).click();
  await dialog(page).getByText('Error!', { exact: true }).waitFor();
  await dialog(page).getByText('There was an error posting the announcement.', { exact: true }).waitFor();
  await dialog(page).getByRole('button', { name: 'OK' }).click();
  expect(await page.getByRole('textbox', { name: 'Announcement' }).inputValue()).toBe('Lost?');
});
