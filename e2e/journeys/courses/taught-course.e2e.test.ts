import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { QuizAttempt } from '#contract/schemas/quizzes.ts';
import { addCourse, registerUser, sendCommand } from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { focusedText } from '#e2e/support/browser/keyboard.ts';
import { bellOf, panelOf } from '#e2e/support/browser/notification-bell.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const readVideoSource = (page: Page) => page.locator('video').getAttribute('src');
const readSecond = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Position in the video' }).inputValue());

const externalVideo = 'https://films.example.org/second.webm';
/** A file on this site, a file on another site, and three YouTube addresses as users paste them. */
const videos = [
  '/clips/phy/1.webm',
  externalVideo,
  'https://youtu.be/dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=5',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
];

test('an instructor sets the videos of a course, follows its students and writes to them, and all open pages update', async ({
  visitAs,
}) => {
  const admin = createPerson('Admin');
  const teacher = createPerson('Instructor');
  const product = { url: productUrl() };
  const token = await registerUser(product, admin);
  const teacherToken = await registerUser(product, teacher);
  const name = `Films ${randomUUID().slice(0, 8)}`;
  const courseId = await addCourse(product, token, name);
  const { person, path, call } = await createEnrolledStudent(name);

  const student = await visitAs(person, '/about');
  await student.route(externalVideo, (route) =>
    route.fulfill({
      contentType: 'video/webm',
      body: readFileSync(join(import.meta.dirname, '../../../web/public/clips/phy/2.webm')),
    }),
  );
  await followPath(student, `${path}?module=1&second=9`);
  await expect.poll(() => readSecond(student)).toBe(9);
  expect(await readVideoSource(student)).toBe('/clips/mth/1.webm');

  const instructorPage = await visitAs(teacher, `/courseVideos/${courseId}`);
  await instructorPage
    .getByText(/^Only Admins and the teacher of this course can edit its videos\./)
    .waitFor();
  await followPath(instructorPage, `/courseDetails/${courseId}`);
  const edit = instructorPage.getByRole('link', { name: `Edit videos of ${name}` });
  await instructorPage.getByRole('heading', { level: 1, name }).waitFor();
  expect(await edit.count()).toBe(0);

  const adminPage = await visitAs(admin, `/updateCourse/${courseId}`);
  await adminPage.getByLabel('Taught by').selectOption({ label: `${teacher.name} · ${teacher.email}` });
  await button(adminPage, 'Update Course').click();
  await adminPage.getByText('Course updated successfully', { exact: true }).waitFor();

  // The instructor's open page updates.
  await edit.click();
  await instructorPage.getByText('Clip for MTH', { exact: false }).first().waitFor();
  for (const [index, address] of videos.entries())
    if (index !== 1) await instructorPage.getByLabel(`Module ${index + 1}`, { exact: true }).fill(address);
  await instructorPage.getByLabel('Module 5', { exact: true }).fill('https://www.youtube.com/@somebody');
  /** Returns the button's distance from the top of the page, which scrolling does not change. */
  const measureSaveButtonTop = () =>
    button(instructorPage, 'Save videos').evaluate((save) => save.getBoundingClientRect().top + scrollY);
  const topBefore = await measureSaveButtonTop();
  await button(instructorPage, 'Save videos').click();
  await instructorPage.getByText('Module 2 is required.', { exact: true }).waitFor();
  await instructorPage.getByText('Module 5 must point to a single YouTube video.', { exact: true }).waitFor();
  // Space below the fields is reserved for the errors, so nothing moves.
  expect(await measureSaveButtonTop()).toBe(topBefore);
  for (const index of [1, 4])
    await instructorPage.getByLabel(`Module ${index + 1}`, { exact: true }).fill(videos[index] ?? '');
  await instructorPage.getByRole('button', { name: 'Preview module 3' }).click();
  await button(instructorPage, 'Play from YouTube').waitFor();
  expect(await inspectAccessibility(instructorPage)).toEqual([]);
  expect(await readVideoSource(student)).toBe('/clips/mth/1.webm');
  await button(instructorPage, 'Save videos').click();
  await instructorPage.getByText('Videos saved.', { exact: true }).waitFor();

  await expect.poll(() => readVideoSource(student)).toBe('/clips/phy/1.webm');
  await expect.poll(() => readSecond(student)).toBe(0);
  // The content security policy allows a file from another site, and YouTube's player after a click.
  await button(student, 'Next').click();
  await expect
    .poll(() =>
      student.locator('video').evaluate((video: HTMLVideoElement) => [video.src, video.readyState > 0]),
    )
    .toEqual([externalVideo, true]);
  await button(student, 'Next').click();
  await button(student, 'Play from YouTube').waitFor();

  await button(instructorPage, 'Clear all').press('Enter');
  expect(await focusedText(instructorPage)).toBe('Edit videos');
  // Without a connection the videos are not saved, and the page does not promise to send them later.
  await instructorPage.context().setOffline(true);
  await button(instructorPage, 'Save videos').click();
  await instructorPage.getByText('The videos could not be saved.', { exact: true }).waitFor();
  expect(await instructorPage.getByText('send this when you reconnect').count()).toBe(0);
  await instructorPage.context().setOffline(false);
  await button(instructorPage, 'Save videos').click();
  await expect.poll(() => readVideoSource(student)).toBe('/clips/mth/3.webm');

  // The instructor follows the students of the course, on a page that updates.
  await instructorPage.goto(`${productUrl()}/courseStudents`);
  await instructorPage.getByRole('link', { name: `${name} 1 student` }).press('Enter');
  const table = instructorPage.getByRole('table', { name: 'Students' });
  const row = table.getByRole('row').filter({ hasText: person.name });
  await row.getByText('0 of 5 modules').waitFor();
  expect(await row.textContent()).toMatch(/•••@example\.org.*No quizzes.*in the last 24 hours/);
  expect(await inspectAccessibility(instructorPage)).toEqual([]);
  await call('PATCH', `/progress/${path.split('/').at(-1)}`, { module: 1 });
  await row.getByText('1 of 5 modules').waitFor();
  const download = instructorPage.waitForEvent('download');
  await instructorPage.getByRole('button', { name: /^CSV/ }).press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toBe('students-mth.csv');
  const [, csvRow, ...otherRows] = readFileSync(await file.path(), 'utf8').split('\r\n');
  // Name, masked e-mail address, times of enrolment and start, completed modules, quizzes taken, their mean in percent,
  // quizzes that await marks, time of the last activity, and time of the certificate.
  expect(csvRow).toMatch(new RegExp(`^${person.name},[^,]+•••@example\\.org,[^,]+Z,[^,]+Z,1,0,,0,[^,]+Z,$`));
  expect(otherRows).toEqual(['']);
  await instructorPage.getByLabel('Last activity').selectOption({ label: 'No activity for 7 days' });
  await instructorPage.getByText('No students match these filters.').waitFor();
  await instructorPage.getByRole('button', { name: 'Clear filters' }).press('Enter');
  expect(await focusedText(instructorPage)).toBe('Students');

  // A message to the students who match a filter reaches these students live, and nobody else in the course.
  const notSelected = await createEnrolledStudent(name, null);
  await bellOf(student).click();
  const bell = panelOf(student);
  await bell.getByRole('link', { name: new RegExp(`^${name} was changed`) }).waitFor();
  await button(instructorPage, 'Message these students (2)').waitFor();

  // The instructor sorts the students with the mouse and with the keyboard, searches and filters.
  const readNames = () => table.getByRole('row').getByRole('link').allTextContents();
  const bothNames = [notSelected.person.name, person.name];
  const progress = table.getByRole('columnheader', { name: 'Progress' });
  await progress.getByRole('button').click();
  await expect.poll(readNames).toEqual(bothNames);
  await progress.getByRole('button').press('Enter');
  await expect.poll(readNames).toEqual(bothNames.toReversed());
  expect(await progress.getAttribute('aria-sort')).toBe('descending');
  await instructorPage.getByLabel('Search students').fill(notSelected.person.name);
  await expect.poll(readNames).toEqual([notSelected.person.name]);
  await instructorPage.getByRole('status').getByText('1 student found', { exact: true }).waitFor();
  await instructorPage.getByLabel('Search students').fill('');
  await expect.poll(readNames).toEqual(bothNames.toReversed());
  await instructorPage.getByLabel('Progress').selectOption({ label: 'Learning' });
  await expect.poll(readNames).toEqual([person.name]);
  await button(instructorPage, 'Message this student (1)').press('Enter');
  const form = instructorPage.getByRole('dialog', { name: 'Message to 1 student' });
  await form.getByText(`${name}: Learning`).waitFor();
  await form.getByText('Show who gets it').press('Enter');
  expect(await form.getByRole('listitem').allTextContents()).toEqual([person.name]);
  await button(instructorPage, 'Send to 1 student').press('Enter');
  await form.getByText('Write your message.').waitFor();
  expect(await inspectAccessibility(instructorPage)).toEqual([]);
  await form.getByLabel('Message').fill('How can I help you?');
  // The server executes the first attempt, but its answer is lost. While the form waits, Escape does not close it. The second
  // attempt is a repetition of the first.
  const messages = `**/courses/${courseId}/messages`;
  await instructorPage.route(messages, async (route) => {
    await route.fetch();
    await instructorPage.keyboard.press('Escape');
    await route.abort();
  });
  await button(instructorPage, 'Send to 1 student').press('Enter');
  await form.getByText('The message was not sent.').waitFor();
  await instructorPage.unroute(messages);
  await button(instructorPage, 'Send to 1 student').press('Enter');
  await instructorPage.getByText('Message sent to 1 student.', { exact: true }).waitFor();
  // The closed form leaves nothing that covers the page.
  await instructorPage.getByLabel('Search students').click({ trial: true });
  const message = bell.getByRole('link', { name: `Message about ${name}` });
  await message.getByText('How can I help you?').waitFor();
  for (const list of ['/notifications', '/announcement'])
    expect(JSON.stringify(await notSelected.call('GET', list))).not.toContain('How can I help you?');

  await row.getByRole('link', { name: person.name }).press('Enter');
  await instructorPage.getByRole('heading', { level: 1, name: person.name }).waitFor();
  await instructorPage.getByText('1 of 5 completed').waitFor();
  expect(await inspectAccessibility(instructorPage)).toEqual([]);
  await call('PATCH', `/progress/${path.split('/').at(-1)}`, { module: 2 });
  await instructorPage.getByText('2 of 5 completed').waitFor();

  // A written quiz awaits the instructor's marks on the page and in the bell. The student gets a notification.
  const enrolmentId = path.split('/').at(-1);
  const quiz = (await call('POST', '/quizzes', { code: 'MTH', kind: 'written', enrolmentId })) as QuizAttempt;
  const [question] = quiz.questions;
  await call('POST', `/quizzes/${quiz._id}/answers`, { answers: { [question?.id ?? '']: 'I counted.' } });
  await instructorPage.getByText('Awaiting marks', { exact: true }).waitFor();
  const giveMarks = instructorPage.getByRole('link', { name: /^Give marks for the quiz of / });
  expect(await giveMarks.getAttribute('href')).toBe(`/marking/${quiz._id}`);
  await bellOf(instructorPage).press('Enter');
  const waiting = panelOf(instructorPage).getByRole('link', { name: `A written quiz in ${name}` });
  await waiting.waitFor();
  expect(await waiting.getAttribute('href')).toBe(`/marking/${quiz._id}`);
  const marks = { marks: { [question?.id ?? '']: 8 }, remark: '' };
  await sendCommand(product, teacherToken, 'PATCH', `/quizzes/${quiz._id}/marks`, marks);
  await waiting.waitFor({ state: 'detached' });
  await instructorPage.keyboard.press('Escape');
  await instructorPage.getByRole('link', { name: /^Change marks for the quiz of / }).waitFor();
  await instructorPage.getByText('8 out of 50 marks', { exact: true }).waitFor();
  const waitForNotification = (text: string) =>
    bell.getByRole('link', { name: new RegExp(`^${text}`) }).waitFor();
  await waitForNotification(`Your written quiz in ${name} was marked`);
  for (const module of [3, 4, 5]) await call('PATCH', `/progress/${enrolmentId}`, { module });
  await call('POST', '/certificates', { enrolmentId });
  await waitForNotification(`Your certificate for ${name} was issued`);
  await instructorPage.getByRole('main').getByRole('link', { name: 'Students', exact: true }).press('Enter');
  await row.getByText('5 of 5 modules').waitFor();
  await row.getByText('Certificate', { exact: true }).waitFor();
  await row.getByText('16% in 1 quiz').waitFor();

  // A student who leaves the course disappears from the table. On a phone the rows are cards, which fit the screen.
  expect(await readNames()).toContain(notSelected.person.name);
  await notSelected.call('DELETE', `/enrolledCourses/${notSelected.path.split('/').at(-1)}`);
  await expect.poll(readNames).toEqual([person.name]);
  const size = instructorPage.viewportSize() ?? { width: 1280, height: 720 };
  await instructorPage.setViewportSize({ width: 390, height: 844 });
  const card = instructorPage.getByRole('list', { name: 'Students' }).getByRole('listitem');
  await card.getByText('5 of 5 modules').waitFor();
  await instructorPage.getByLabel('Sort by').selectOption({ label: 'Most progress first' });
  await card.getByRole('link', { name: person.name }).waitFor();
  expect(await instructorPage.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await instructorPage.setViewportSize(size);

  // A removed course stays in the instructor's list. The student is notified of the removal and of the restoration.
  await sendCommand(product, token, 'DELETE', `/courses/${courseId}`);
  await waitForNotification(`${name} was removed from the catalogue`);
  await instructorPage.getByRole('main').getByText('Withdrawn', { exact: true }).waitFor();
  await followPath(instructorPage, '/courseStudents');
  const removed = instructorPage.getByRole('link', { name: `${name} Withdrawn 1 student` });
  await removed.waitFor();
  await sendCommand(product, token, 'POST', `/courses/${courseId}/restoration`);
  await waitForNotification(`${name} is back in the catalogue`);
  await removed.waitFor({ state: 'detached' });
  await instructorPage.getByRole('link', { name: `${name} 1 student` }).press('Enter');
  // When the Instructor no longer teaches the course, the students disappear from the page.
  await adminPage.goto(`${productUrl()}/updateCourse/${courseId}`);
  await adminPage.getByLabel('Taught by').selectOption('');
  await button(adminPage, 'Update Course').click();
  await instructorPage
    .getByText(/^Only Admins and the teacher of this course can see its students\./)
    .waitFor();
  expect(await instructorPage.getByRole('main').getByText(person.name).count()).toBe(0);
  // The sender sees how many students got the message. After a withdrawal, the students no longer see it.
  await followPath(instructorPage, '/showAnnouncement');
  const sent = instructorPage.getByRole('article').filter({ hasText: `Message about MTH · ${name}` });
  await sent.getByText('To 1 student', { exact: true }).waitFor();
  expect(await sent.count()).toBe(1);
  // The former teacher of the course does not see whether the message was read.
  expect(await sent.getByText('Seen by').count()).toBe(0);
  await sent.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await button(instructorPage, 'Yes, withdraw it!').press('Enter');
  await message.waitFor({ state: 'detached' });
});
