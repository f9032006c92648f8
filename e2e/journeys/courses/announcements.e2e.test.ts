import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fetchToken, registerUser, sendCommand } from '#e2e/support/api-calls.ts';
import { focusedName, focusedText } from '#e2e/support/browser/keyboard.ts';
import { bellOf, panelOf } from '#e2e/support/browser/notification-bell.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

const dialog = (page: Page) => page.getByRole('alertdialog');
const board = (page: Page, role: 'Admin' | 'Instructor') =>
  page.getByRole('region', { name: `${role} Announcements`, exact: true });

const post = async (page: Page, text: string, type = 'Quiz Announcement') => {
  await page.goto(`${productUrl()}/announcement`);
  await page.getByRole('combobox', { name: 'Type' }).selectOption(type);
  await page.getByRole('textbox', { name: 'Announcement' }).fill(text);
  await page.getByRole('button', { name: 'Post Announcement' }).click();
};

test('a student sees a new announcement without a reload: the bell counts it, and a button adds it to the open list', async ({
  visitAs,
}) => {
  const instructor = await visitAs('Instructor', '/about');
  // Nothing from before the registration is unread.
  const sam = createPerson('Student');
  await registerUser({ url: productUrl() }, sam);
  const student = await visitAs(sam, '/showAnnouncement');
  const elsewhere = await visitAs(sam, '/enrolled-courses');
  await board(student, 'Instructor').waitFor();
  await expect.poll(() => bellOf(student).textContent()).toBe('Notifications');

  const text = `A quiz on Friday, ${randomUUID()}`;
  await post(instructor, text);
  await dialog(instructor).getByText('Success!', { exact: true }).waitFor();
  await dialog(instructor).getByText('Announcement posted successfully.', { exact: true }).waitFor();
  await dialog(instructor).getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => instructor.getByRole('textbox', { name: 'Announcement' }).inputValue()).toBe('');
  await expect
    .poll(() => instructor.getByRole('combobox', { name: 'Type' }).inputValue())
    .toBe('Course Related');

  await bellOf(elsewhere).getByText('Notifications, 1 unread').waitFor({ state: 'attached' });
  expect(await student.getByText('New', { exact: true }).count()).toBe(0);
  // New entries wait behind a button, so that the list does not move while it is read.
  expect(await student.getByText(text).count()).toBe(0);
  await student.getByRole('button', { name: '1 new announcement · Show' }).press('Enter');
  // The button disappears, so the focus moves to the heading.
  expect(await focusedText(student)).toBe('Announcements');
  const entry = board(student, 'Instructor')
    .getByRole('region', { name: /^Quiz Announcement/ })
    .getByRole('article')
    .filter({ hasText: text });
  await entry.getByText(/^Date: \d{4}-\d{2}-\d{2}$/).waitFor();
  await entry.getByText('New', { exact: true }).waitFor();
  // An announcement that was read on one device counts as read on all.
  await expect.poll(() => bellOf(elsewhere).textContent()).toBe('Notifications');

  await instructor.goto(`${productUrl()}/showAnnouncement`);
  const own = instructor.getByRole('article').filter({ hasText: text });
  await own.getByText(/^Seen by [1-9]\d* of \d+$/).waitFor();
  await own.getByRole('button', { name: /^Withdraw/ }).click();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await instructor.route('**/announcement/*', (route) =>
    route.request().method() === 'DELETE' ? held.then(() => route.continue()) : route.fallback(),
  );
  await dialog(instructor).getByRole('button', { name: 'Yes, withdraw it!' }).click();
  await dialog(instructor).waitFor({ state: 'detached' });
  release();
  await entry.waitFor({ state: 'detached' });
  // The card disappears after the dialog, so the heading of its column gets the focus.
  await expect.poll(() => instructor.locator('h3:focus').count()).toBe(1);
  await instructor.getByRole('button', { name: 'Undo' }).click();
  await entry.waitFor();

  // A notification that is read on one device is read on all. The choice of kinds also applies to all devices.
  const product = { url: productUrl() };
  const instructorToken = await fetchToken(product, demoAccountOf('Instructor'));
  const next = `One more, ${randomUUID()}`;
  await sendCommand(product, instructorToken, 'POST', '/announcement', {
    type: 'Exam Announcement',
    text: next,
  });
  await bellOf(elsewhere).getByText('Notifications, 1 unread').waitFor({ state: 'attached' });
  await bellOf(student).press('Enter');
  await panelOf(student).getByRole('link', { name: next }).waitFor();
  await expect.poll(() => bellOf(elsewhere).textContent()).toBe('Notifications');
  await bellOf(elsewhere).press('Enter');
  const linkElsewhere = panelOf(elsewhere).getByRole('link', { name: next });
  await linkElsewhere.waitFor();
  for (const page of [elsewhere, student])
    await panelOf(page).getByRole('button', { name: 'Choose notifications' }).press('Enter');
  await panelOf(student).getByRole('checkbox', { name: 'Announcements' }).press('Space');
  await linkElsewhere.waitFor({ state: 'detached' });
  expect(await panelOf(elsewhere).getByRole('checkbox', { name: 'Announcements' }).isChecked()).toBe(false);

  // A student who was an Instructor has own announcements. The client does not ask who has seen them, because the server would refuse it.
  let reachRequests = 0;
  await student.route('**/announcement/reach', (route) => {
    reachRequests += 1;
    return route.continue();
  });
  await student.route('**/announcement?*', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as object[];
    await route.fulfill({ response: answer, json: list.map((entry) => ({ ...entry, own: true })) });
  });
  await student.goto(`${productUrl()}/showAnnouncement`);
  await student.getByRole('article').filter({ hasText: next }).getByText('You', { exact: true }).waitFor();
  await student.waitForLoadState('networkidle');
  expect(reachRequests).toBe(0);
});

test('a course announcement reaches only enrolled students, and the browser asks for permission only after a click', async ({
  visitAs,
}) => {
  const enrolledStudent = await createEnrolledStudent('Data Structures by Hand', null);
  const stranger = createPerson('Student');
  const strangerToken = await registerUser({ url: productUrl() }, stranger);
  const enrolled = await visitAs(enrolledStudent.person, '/about');
  await enrolled.addInitScript(() => {
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
      document.documentElement.setAttribute('data-asked', '');
      return ask();
    };
  });
  await enrolled.goto(`${productUrl()}/showAnnouncement`);
  const other = await visitAs(stranger, '/showAnnouncement');
  for (const page of [enrolled, other]) {
    await board(page, 'Instructor').waitFor();
    await waitUntilLive(page);
    // The announcements from before the registration are not new.
    await page.getByRole('article').first().waitFor();
    expect(await page.getByText('New', { exact: true }).count()).toBe(0);
  }
  const instructor = await visitAs('Instructor', '/announcement');
  const special = `For some, ${randomUUID()}`;
  const general = `For all, ${randomUUID()}`;
  const course = instructor.getByRole('combobox', { name: 'For' });
  await instructor.getByText('You can announce to everybody or to the courses that you teach.').waitFor();
  // Somebody else teaches the other courses.
  await expect
    .poll(async () => (await course.getByRole('option').allInnerTexts()).toSorted())
    .toEqual([
      'CSE · Data Structures by Hand',
      'CSE · Programs and How to Think of Them',
      'Everybody',
      'MTH · Calculus with a Pencil',
    ]);
  await course.selectOption({ label: 'CSE · Data Structures by Hand' });
  expect(await instructor.getByRole('textbox', { name: 'Announcement' }).getAttribute('rows')).toBe('4');
  // The date is plain text, as on the announcement itself.
  await instructor.getByText(/^Date: \d{4}-\d{2}-\d{2}$/).waitFor();
  expect(await instructor.getByRole('textbox', { name: 'Date' }).count()).toBe(0);
  await instructor.getByRole('textbox', { name: 'Announcement' }).fill(special);
  await instructor.getByRole('button', { name: 'Post Announcement' }).click();
  await dialog(instructor).getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => course.inputValue()).toBe('');
  // The changed answer says that there are more courses than are loaded, so the page offers a search. Enter in the search must not post anything.
  await instructor.route(/\/catalogue\?/, async (route) => {
    if (new URL(route.request().url()).searchParams.has('search')) return route.continue();
    const response = await route.fetch();
    const headers = { ...response.headers(), 'next-cursor': 'more' };
    const page = (await response.json()) as object;
    return route.fulfill({ headers, json: { ...page, total: 99 } });
  });
  await instructor.reload();
  await instructor.getByRole('textbox', { name: 'Announcement' }).fill('Not finished');
  const search = instructor.getByRole('searchbox', { name: 'Find a course' });
  await search.fill('Calculus');
  await search.press('Enter');
  await expect.poll(() => course.getByRole('option').count()).toBe(2);
  // The search has found all that it can find. The box stays while it is cleared, because it has the focus.
  await search.fill('');
  await expect.poll(() => course.getByRole('option').count()).toBe(4);
  expect(await focusedName(instructor)).toBe('Find a course');
  await post(instructor, general, 'Exam Announcement');
  await dialog(instructor).getByText('Success!', { exact: true }).waitFor();

  await enrolled.getByRole('button', { name: '2 new announcements · Show' }).click();
  const entry = enrolled.getByRole('article').filter({ hasText: special });
  await entry.getByText('CSE · Data Structures by Hand', { exact: true }).waitFor();
  await other.getByRole('button', { name: '1 new announcement · Show' }).click();
  await other.getByText(general).waitFor();
  expect(await other.getByText(special).count()).toBe(0);

  // After a later enrolment the older announcement counts as unread, although newer ones have been read.
  await expect.poll(() => bellOf(other).textContent()).toBe('Notifications');
  await other.getByRole('link', { name: 'Home', exact: true }).first().click();
  // The announcements page is left first, because it would show the older announcement and so mark it as seen.
  await other.getByRole('heading', { level: 1, name: 'Announcements' }).waitFor({ state: 'detached' });
  await sendCommand({ url: productUrl() }, strangerToken, 'POST', '/enrolledCourses', {
    courseId: enrolledStudent.courseId,
  });
  await bellOf(other)
    .getByText(/^Notifications, \d+ unread$/)
    .waitFor({ state: 'attached' });
  await bellOf(other).click();
  await other.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: special }).click();
  const late = other.getByRole('article').filter({ hasText: special });
  await late.getByText('New', { exact: true }).waitFor();
  await expect.poll(() => bellOf(other).textContent()).toBe('Notifications');

  const countRequests = () => enrolled.locator('html[data-asked]').count();
  expect(await countRequests()).toBe(0);
  await enrolled.getByRole('button', { name: 'Turn on notifications' }).click();
  // A headless browser may refuse the permission; the page shows the result either way.
  const enabledButton = enrolled.getByRole('button', { name: 'Notifications are on' });
  await enabledButton
    .or(enrolled.getByText(/^Your browser blocks notifications/))
    .first()
    .waitFor();
  expect(await countRequests()).toBe(1);
});

test('shows the specified texts for empty columns, a failed post and an unavailable list', async ({
  visitAs,
}) => {
  const page = await visitAs('Admin', '/');
  const showAnnouncements = async (json: unknown) => {
    await page.unroute('**/announcement?*');
    await page.route('**/announcement?*', (route) => route.fulfill({ json }));
    await page.goto(`${productUrl()}/showAnnouncement`);
  };
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/announcement?*', (route) => held.then(() => route.fulfill({ json: [] })));
  await page.goto(`${productUrl()}/showAnnouncement`);
  await page.getByText('Loading...', { exact: true }).waitFor();
  expect(await page.getByRole('main').locator('.animate-pulse').count()).toBe(3);
  release();
  await page.getByText('No announcements found.', { exact: true }).waitFor();
  const announcement = {
    _id: randomUUID(),
    type: 'Exam Announcement',
    date: '2026-03-05',
    text: 'Bring a pencil.',
    userType: 'Admin',
    userName: null,
    own: false,
    courseId: null,
    courseName: null,
    courseCode: null,
    postedAt: '2026-03-05T08:00:00Z',
    position: 1,
  };
  await showAnnouncements([announcement]);
  await board(page, 'Admin').getByText('Bring a pencil.', { exact: true }).waitFor();
  await board(page, 'Admin').getByText('No Course Related announcements.', { exact: true }).waitFor();
  for (const type of ['Course Related', 'Quiz Announcement', 'Exam Announcement'])
    await board(page, 'Instructor').getByText(`No ${type} announcements.`, { exact: true }).waitFor();
  // After the last page, the pressed button stays and keeps the focus.
  await page.unroute('**/announcement?*');
  await page.route('**/announcement?*', (route) =>
    new URL(route.request().url()).searchParams.has('cursor')
      ? route.fulfill({ json: [announcement] })
      : route.fulfill({
          json: [{ ...announcement, _id: randomUUID(), text: 'Bring a pen.', position: 2 }],
          headers: { 'next-cursor': 'older' },
        }),
  );
  await page.goto(`${productUrl()}/showAnnouncement`);
  const older = page.getByRole('button', { name: 'Older announcements' });
  await older.waitFor();
  // If the next page cannot be fetched, a toast says why, and the button can be pressed again.
  await page.route(/\/announcement\?.*cursor=/, (route) => route.fulfill({ status: 403, json: {} }), {
    times: 1,
  });
  await older.press('Enter');
  await page.getByText('The server refused the request (status 403).').waitFor();
  await older.press('Enter');
  await board(page, 'Admin').getByText('Bring a pencil.', { exact: true }).waitFor();
  expect(await focusedText(page)).toBe('No more to show');
  await showAnnouncements([announcement]);
  // If the client cannot load which announcements the user has seen, the list marks none as "New".
  await page.route('**/announcement/seen', (route) => route.fulfill({ status: 403, json: {} }));
  await page.goto(`${productUrl()}/showAnnouncement`);
  await board(page, 'Admin').getByText('Bring a pencil.', { exact: true }).waitFor();
  expect(await page.getByText('New', { exact: true }).count()).toBe(0);
  await page.unroute('**/announcement/seen');
  await page.unroute('**/announcement?*');
  await page.route('**/announcement?*', (route) => route.fulfill({ status: 403, json: {} }));
  await page.goto(`${productUrl()}/showAnnouncement`);
  await page.getByText('No announcements found.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Retry' }).waitFor();

  // If the courses cannot be loaded, "Everybody" does not look like the only choice.
  const courseRequests = '**/catalogue?*';
  await page.route(courseRequests, (route) => route.fulfill({ status: 403, json: {} }));
  await page.goto(`${productUrl()}/announcement`);
  await page.getByText('The courses could not be loaded.').waitFor();
  await page.unroute(courseRequests);
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  await page.getByText('Choose a course to reach its students.').waitFor();
  await page.getByRole('button', { name: 'Post Announcement' }).click();
  await page.getByText('Write your announcement.').waitFor();
  // The server is too busy for the first attempt. While the page waits for the second one, nothing can be typed, and the second
  // attempt repeats the first.
  const attempts: (string | null | undefined)[][] = [];
  await page.route('**/announcement', async (route) => {
    const sent = route.request();
    if (sent.method() !== 'POST') return route.continue();
    attempts.push([sent.headers()['idempotency-key'], sent.postData()]);
    if (attempts.length > 1) return route.fulfill({ status: 409, json: {} });
    await expect
      .poll(() => page.getByRole('button', { name: /Post Announcement/ }).getAttribute('aria-disabled'))
      .toBe('true');
    await page.getByRole('textbox', { name: 'Announcement' }).press('x');
    return route.fulfill({ status: 503, json: {} });
  });
  await page.getByRole('textbox', { name: 'Announcement' }).fill('Lost?');
  await page.getByRole('button', { name: 'Post Announcement' }).click();
  await dialog(page).getByText('Error!', { exact: true }).waitFor();
  await dialog(page).getByText('There was an error posting the announcement.', { exact: true }).waitFor();
  await dialog(page).getByRole('button', { name: 'OK' }).click();
  expect(await page.getByRole('textbox', { name: 'Announcement' }).inputValue()).toBe('Lost?');
  expect(attempts).toHaveLength(2);
  expect(attempts[1]).toEqual(attempts[0]);
});
