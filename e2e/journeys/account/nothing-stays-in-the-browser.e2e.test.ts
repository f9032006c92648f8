import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fetchToken } from '#e2e/support/api-calls.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { closePopup } from '#e2e/support/browser/lesson-page.ts';
import { fetchInPage, readBrowserStorage, readHttpCache } from '#e2e/support/browser/read-browser-storage.ts';
import { createEnrolledStudent, type EnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';
import { listAddresses } from '#e2e/support/removal/read-answers.ts';
import { foundNames, searchAll, type Traces } from '#e2e/support/removal/traces.ts';
import { userIdOf } from '#platform/identity/record-ids.ts';

/** Texts of a student. The tests search for them in every form: plain, as JSON, in an address or encoded. */
const texts = {
  saved: 'A saved thought about semicolons',
  queued: 'A queued thought about commas',
  draft: 'A drafted thought about hyphens',
  otherDraft: 'Another thought in another tab',
};

/** The keys of the settings that may stay in the browser after a logout. By then, their values identify nobody. */
const deviceSettingKeys = [
  'lyceum-theme',
  'lyceum-player',
  'lyceum-lesson-keys',
  'lyceum-continue',
  'lyceum-notify-announcements',
  // Scroll positions under random keys.
  'lyceum-scroll-positions',
];

/** Returns the provider's id of the user in a token. */
const readUid = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub;

/** Creates a student with a saved note. @returns the student, the user id, a token, and the traces to search for. */
const createWriter = async () => {
  const student = await createEnrolledStudent('Plain English', 1);
  const { person, path, call } = student;
  await call('POST', '/notes', { courseId: path.split('/').at(-1), notes: texts.saved });
  const token = await fetchToken({ url: productUrl() }, person);
  const uid = readUid(token);
  const userId = userIdOf(uid);
  const traces: Traces = { ...texts, name: person.name, email: person.email, uid, id: userId };
  return { ...student, userId, token, traces };
};

/** Returns the addresses of every GET endpoint with the ids, the name and the e-mail address of this student. */
const addressesOf = ({ person, path, courseId, userId }: EnrolledStudent & { userId: string }): string[] => {
  const enrolmentId = path.split('/').at(-1) ?? '';
  return listAddresses({
    email: [person.email],
    userEmail: [person.email],
    courseId: [enrolmentId],
    course: [courseId],
    id: [enrolmentId, courseId],
    person: [userId],
    withoutReadingsBy: [userId],
    number: ['LY-0000-0000'],
    seals: ['1'],
    record: ['admins'],
    state: ['marked'],
    type: ['NoteTaken'],
    ids: [courseId],
    instructorId: [userId],
    instructorName: [person.name],
    alsoByName: ['true'],
    withoutQuestions: ['true'],
    userTypes: ['Student'],
    hasRoleRequest: ['true'],
    searchParams: ['Plain English'],
    search: ['Plain English'],
    studentId: [userId],
    asOf: [new Date().toISOString()],
  });
};

const writeNote = (page: Page, text: string) => page.getByLabel('Your note').fill(text);

/** Searches everything that scripts can read in the browser. @returns the findings by source, and the names of the traces that were found. */
const searchStorage = async (page: Page, traces: Traces) => {
  const findings = searchAll(await readBrowserStorage(page), traces);
  return { findings, names: foundNames(findings) };
};

/**
 * Stores the settings that contain an id of the student: the role that was chosen before the e-mail address was verified, and the
 * users for whom browser notifications are on.
 */
const storeSettings = (page: Page, { uid, id }: Traces) =>
  page.evaluate(
    ([uid, id]) => {
      localStorage.setItem(`lyceum-chosen-role ${uid}`, 'Student');
      localStorage.setItem('lyceum-notify-announcements', JSON.stringify([id]));
    },
    [uid, id],
  );

test('a logout asks about unsent changes and leaves nothing of the student in the browser', async ({
  visit,
}) => {
  const writer = await createWriter();
  const { person, path, token, traces } = writer;
  const page = await visit('/auth/login', { serviceWorkers: 'allow' });
  await signIn(page, person);
  await followPath(page, path);
  await storeSettings(page, traces);
  const other = await page.context().newPage();
  await other.goto(productUrl() + path);
  for (const tab of [page, other]) await tab.getByText(texts.saved).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const answeredAddresses = await fetchInPage(page, addressesOf(writer), token);
  expect(answeredAddresses).toContain(`/notes/${encodeURIComponent(person.email)}`);

  await page.context().setOffline(true);
  await writeNote(page, texts.queued);
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByText('Waiting to sync', { exact: true }).waitFor();
  await writeNote(page, texts.draft);
  await writeNote(other, texts.otherDraft);
  // Proves that the search finds each text somewhere, and something in each kind of storage.
  await expect
    .poll(async () => (await searchStorage(page, traces)).names)
    .toEqual(expect.arrayContaining(['draft', 'email', 'id', 'name', 'queued', 'saved', 'uid']));
  expect((await searchStorage(other, traces)).names).toContain('otherDraft');
  const before = Object.keys((await searchStorage(page, traces)).findings).join();
  for (const source of [
    'sessionStorage',
    'lyceum-outbox',
    'lyceum-reading',
    'firebase',
    'lyceum-chosen-role',
    'lyceum-notify-announcements',
  ])
    expect(before).toContain(source);

  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: '2 changes have not been sent yet' });
  for (const text of [texts.queued, texts.draft]) await question.getByText(text).waitFor();
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await question.waitFor({ state: 'detached' });
  // Without the queued note, a logout asks about the draft only, which cannot be sent.
  await page.context().setOffline(false);
  await page.getByText('Note Submitted!', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  const secondQuestion = page.getByRole('alertdialog', { name: '1 change has not been sent yet' });
  expect(await secondQuestion.getByRole('button', { name: 'Send, then log out' }).count()).toBe(0);
  await secondQuestion.getByRole('button', { name: 'Discard and log out' }).click();
  await page.getByText('User logged out successfully').waitFor();

  for (const tab of [page, other]) {
    await tab.waitForURL('**/auth/login');
    await expect.poll(async () => (await searchStorage(tab, traces)).findings).toEqual({});
    const kept = await tab.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
    expect(kept.filter((key) => !deviceSettingKeys.includes(key))).toEqual([]);
  }
  const cached = await readHttpCache(page, [...answeredAddresses, '/courses?searchParams=visitor']);
  expect(searchAll(cached, traces)).toEqual({});
  // Proves that the cache is in use and was searched. A visitor may read everything that is left in it.
  await page.evaluate(() =>
    fetch('/courses?searchParams=visitor', { headers: { accept: 'application/json' } }),
  );
  expect([...(await readHttpCache(page, ['/courses?searchParams=visitor'])).values()]).toEqual(['[]']);
  for (const address of cached.keys()) expect((await fetch(productUrl() + address)).status).toBe(200);
});

/** Makes the identity provider refuse the session of this browser at the next load, as after a revocation. */
const invalidateTokens = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('firebaseLocalStorage', 'readwrite');
          const store = writing.objectStore('firebaseLocalStorage');
          store.getAll().onsuccess = ({ target }) => {
            for (const entry of (target as IDBRequest<{ value: { stsTokenManager?: object } }[]>).result)
              if (entry.value.stsTokenManager) {
                Object.assign(entry.value.stsTokenManager, {
                  accessToken: 'invalid',
                  refreshToken: 'invalid',
                });
                store.put(entry);
              }
          };
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
          writing.onerror = () => reject(writing.error);
        };
      }),
  );

test('an ended session leaves nothing in the browser, and its tab returns unsent notes to the same student', async ({
  visit,
}) => {
  const writer = await createWriter();
  const { person, path, token, traces, call } = writer;
  const page = await visit('/auth/login');
  await signIn(page, person);
  await followPath(page, path);
  await page.getByText(texts.saved).waitFor();
  await storeSettings(page, traces);
  const answeredAddresses = await fetchInPage(page, addressesOf(writer), token);
  await page.route('**/notes', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  );
  await writeNote(page, texts.queued);
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByText('Waiting to sync', { exact: true }).waitFor();
  await writeNote(page, texts.draft);
  await expect
    .poll(async () => (await searchStorage(page, traces)).names)
    .toEqual(expect.arrayContaining(['draft', 'email', 'name', 'queued', 'saved', 'uid']));

  await invalidateTokens(page);
  await page.reload();
  await page.waitForURL('**/auth/login');
  await expect.poll(async () => (await searchStorage(page, traces)).findings).toEqual({});
  await closePopup(page, 'Your sign-in has ended');
  await page.unroute('**/notes');
  expect(searchAll(await readHttpCache(page, answeredAddresses), traces)).toEqual({});

  await signIn(page, person);
  await expect
    .poll(async () =>
      ((await call('GET', `/notes/${person.email}`)) as { notes: string }[]).map((note) => note.notes).sort(),
    )
    .toEqual([texts.queued, texts.saved]);
  await page.getByLabel('Your note').waitFor();
  expect(await page.getByLabel('Your note').inputValue()).toBe(texts.draft);
});
