import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  addCourse,
  completeModules,
  enrolAndStart,
  registerUser,
  sendCommand,
} from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { focusedText } from '#e2e/support/browser/keyboard.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { createPerson } from '#e2e/support/person.ts';
import { longWait } from '#platform/testing/long-wait.ts';

const product = () => ({ url: productUrl() });

test('an admin follows a course’s history live, reverts an edit and restores a removed course with everything in it', async ({
  visitAs,
}) => {
  const ada = createPerson('Admin', 'Admin');
  const sam = createPerson('Student', 'Student');
  const adaToken = await registerUser(product(), ada);
  const samToken = await registerUser(product(), sam);
  const name = `History ${randomUUID()}`;
  const id = await addCourse(product(), adaToken, name);
  const readAsStudent = async (path: string): Promise<Record<string, unknown>[]> => {
    const headers = { authorization: `Bearer ${samToken}` };
    const answer = await fetch(productUrl() + path, {
      headers,
      signal: AbortSignal.timeout(longWait.timeout),
    });
    return answer.json() as Promise<Record<string, unknown>[]>;
  };
  /** Returns what the student sees of the course: the records that depend on it, and its name in the catalogue. */
  const readDependents = async () => ({
    bookmarks: await readAsStudent(`/bookmarks/${sam.email}`),
    progress: await readAsStudent(`/progress/${sam.email}`),
    reviews: await readAsStudent(`/reviews?courseId=${id}`),
    courses: (await readAsStudent('/courses'))
      .filter(({ _id }) => _id === id)
      .map(({ course_name }) => course_name),
  });
  await sendCommand(product(), samToken, 'POST', '/bookmarks', { courseId: id });
  const enrolment = await enrolAndStart(product(), samToken, name);
  await completeModules(product(), samToken, enrolment, [1, 2, 3, 4, 5]);
  const review = { courseId: enrolment, rating: 9, comment: 'A review that must return.' };
  await sendCommand(product(), samToken, 'POST', '/reviews', review);

  const admin = await visitAs(ada, `/courseDetails/${id}`);
  await admin.getByRole('link', { name: `History of ${name}` }).click();
  await admin.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  const entries = admin.getByRole('article');
  await entries.filter({ hasText: `${ada.name} added course MTH ${name}` }).waitFor();
  expect(await entries.count()).toBe(1);
  await waitUntilLive(admin);

  const [{ addedAt: _, ...course } = {}] = await readAsStudent(`/courses?searchParams=${name}`);
  await sendCommand(product(), adaToken, 'PUT', `/courses/${id}`, { ...course, price: 2, details: 'Wrong.' });
  await admin.getByRole('button', { name: '1 new change · Show' }).press('Enter');
  expect(await focusedText(admin)).toBe('History');
  const edit = entries.filter({ hasText: 'edited course' });
  await edit.getByText('was $1', { exact: true }).waitFor();
  await edit.getByText('is $2', { exact: true }).waitFor();

  await admin.getByRole('button', { name: /^Restore this version/ }).click();
  await entries.filter({ hasText: `reverted course MTH ${name} to version 1` }).waitFor();
  await expect.poll(() => admin.getByRole('button', { name: /^Restore this version/ }).count()).toBe(1);
  // The pressed button has disappeared, so the heading of the day has the focus.
  await expect.poll(() => admin.locator('h2:focus').count()).toBe(1);
  await expect
    .poll(async () => (await readAsStudent(`/courses?searchParams=${name}`))[0])
    .toMatchObject({ price: course.price, details: course.details });

  await expect.poll(readDependents).toMatchObject({
    bookmarks: [{ courseId: id }],
    progress: [{ completedModules: 5 }],
    reviews: [{ rating: 9 }],
    courses: [name],
  });
  const dependentsBefore = await readDependents();
  await admin.goto(`${productUrl()}/courseDetails/${id}`);
  await admin
    .getByRole('main')
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  const dialog = admin.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  await dialog.getByRole('heading', { name: 'Deleted!' }).waitFor();
  await expect.poll(readDependents).toMatchObject({ bookmarks: [], reviews: [], courses: [] });
  await dialog.getByRole('button', { name: 'OK' }).click();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await admin.getByText(`${name} was restored.`).waitFor();
  await expect.poll(readDependents).toEqual(dependentsBefore);

  await sendCommand(product(), adaToken, 'DELETE', `/courses/${id}`);
  const requested = Promise.withResolvers<void>();
  const typed = Promise.withResolvers<void>();
  const isDirectory = (url: URL) => url.pathname === '/directory';
  await admin.route(isDirectory, async (route) => {
    requested.resolve();
    await typed.promise;
    await route.continue();
  });
  await admin.getByRole('button', { name: 'Dashboard' }).click();
  await admin.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'History' }).click();
  await admin.getByLabel('Kind').selectOption('Removals');
  // Users are fetched when the admin types. An e-mail address that is complete before the users have loaded is also found.
  expect(await admin.locator('datalist option').count()).toBe(0);
  await admin.getByLabel('Person').fill(ada.email);
  await requested.promise;
  typed.resolve();
  await admin.waitForURL(/kind=removals&person=/);
  await admin.unroute(isDirectory);
  const removal = entries.filter({ hasText: `removed course MTH ${name}` });
  await expect.poll(() => removal.count()).toBe(2);
  await removal.first().getByText('Hidden until the course is restored: 1 bookmark and 1 review.').waitFor();
  expect(await inspectAccessibility(admin)).toEqual([]);
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file.split('\r\n').filter((line) => line.includes(`removed course MTH ${name}`))).toHaveLength(2);
  await admin.getByRole('button', { name: /^Restore/ }).click();
  await admin.getByText('Restored.', { exact: true }).waitFor();
  await expect.poll(() => admin.locator('h2:focus').count()).toBe(1);
  await expect.poll(readDependents).toEqual(dependentsBefore);
  // The admin's own readings during this test are also recorded.
  await admin.getByLabel('Kind').selectOption('Data access by Admins');
  await entries
    .filter({ hasText: `${ada.name} viewed the list of users` })
    .first()
    .waitFor();
  await entries
    .filter({ hasText: `${ada.name} viewed the history of the school` })
    .first()
    .waitFor();

  // The admin's own readings do not count as new changes; they appear with the next change.
  await admin.getByLabel('Person').fill(sam.email);
  await admin.getByLabel('Kind').selectOption('All');
  await entries.filter({ hasText: `${sam.name} bookmarked course MTH ${name}` }).waitFor();
  await waitUntilLive(admin);
  const [bookmark] = await readAsStudent(`/bookmarks/${sam.email}`);
  await sendCommand(product(), samToken, 'DELETE', `/bookmarks/${bookmark?._id}`);
  await admin.getByRole('button', { name: '1 new change · Show' }).click();
  await entries.filter({ hasText: `${sam.name} removed their bookmark of course MTH ${name}` }).waitFor();
  // Readings are collapsed, and so are the ids of an entry.
  const ownReading = entries.filter({ hasText: `${ada.name} viewed ${sam.name}’s history` }).first();
  expect(await ownReading.isVisible()).toBe(false);
  await admin
    .getByText(/^Data access by Admins: \d+$/)
    .first()
    .click();
  await ownReading.waitFor();
  const requestIdText = ownReading.getByText(/version \d+ · request/);
  expect(await requestIdText.isVisible()).toBe(false);
  await ownReading.getByText('Details').click();
  await requestIdText.waitFor();

  // The name of the selected user arrives after the admin has typed. It does not replace the text.
  const [userReleased, suggestionsReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isUserRequest = (address: string) => new URL(address).searchParams.has('id');
  await admin.route(isDirectory, async (route) => {
    await (isUserRequest(route.request().url()) ? userReleased : suggestionsReleased).promise;
    await route.continue();
  });
  await admin.reload();
  await admin.getByLabel('Person').fill(sam.name);
  const userAnswer = admin.waitForResponse((answer) => isUserRequest(answer.url()));
  userReleased.resolve();
  await (await userAnswer).finished();
  suggestionsReleased.resolve();
  await admin.locator('datalist option').first().waitFor({ state: 'attached' });
  expect(await admin.getByLabel('Person').inputValue()).toBe(sam.name);
  await admin.unroute(isDirectory);

  // A text that matched nobody does not come back with "Back".
  await admin.goto(`${productUrl()}/audit?record=course-${id}`);
  const person = admin.getByLabel('Person');
  await person.fill('Nobody');
  await entries.getByRole('link', { name: ada.name, exact: true }).first().click();
  await expect.poll(() => person.inputValue()).toBe(`${ada.name} (${ada.email})`);
  // The name of the former user is not searched, because nobody typed it. The pause is longer than the pause in typing that starts a search.
  await pause(1_000);
  const searches: string[] = [];
  admin.on('request', (request) => {
    const url = new URL(request.url());
    if (isDirectory(url) && url.searchParams.has('search')) searches.push(url.search);
  });
  await admin.goBack();
  await admin.getByText('Showing the history of one record.').waitFor();
  await expect.poll(() => person.inputValue()).toBe('');
  await pause(1_000);
  expect(searches).toEqual([]);

  // The history shows a reading with the request id of its answer.
  const getAsAdmin = (path: string) =>
    fetch(productUrl() + path, {
      headers: { authorization: `Bearer ${adaToken}` },
      signal: AbortSignal.timeout(longWait.timeout),
    });
  const requestId = (await getAsAdmin(`/notes/${sam.email}`)).headers.get('x-request-id');
  const readRecordedIds = async () => {
    const readings = (await (await getAsAdmin('/audit?kind=readings')).json()) as { requestId: string }[];
    return readings.map((reading) => reading.requestId);
  };
  await expect.poll(readRecordedIds).toContain(requestId);

  const student = await visitAs(sam, '/audit');
  await student.getByText('403', { exact: true }).waitFor();
});
