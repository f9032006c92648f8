import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { register } from '#e2e/support/api-calls.ts';
import { findings, inspect } from '#e2e/support/browser/inspect-accessibility.ts';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';
import { newLearner } from '#e2e/support/learner.ts';

const header = (page: Page) => page.locator('header');
const live = (page: Page) => header(page).getByText('Live', { exact: true }).waitFor();
const openProfile = async (page: Page) => {
  await page.goto(`${productUrl()}/myProfile`);
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  await live(page);
};

test('a student downloads all that the school holds on them, and reads it without a line', {
  timeout: 240_000,
}, async ({ visit }) => {
  const { person, call, courseId } = await newLearner('Plain English', 1);
  const words = `A note that I want to have, ${person.name}`;
  await call('POST', '/notes', { courseId, notes: words });
  const page = await visit('/auth/login');
  await signIn(page, person);
  await openProfile(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^lyceum-my-data-\d{4}-\d\d-\d\d\.zip$/);
  await page.getByText('Your data is saved').waitFor();

  const folder = mkdtempSync(join(tmpdir(), 'lyceum-copy-'));
  try {
    const file = join(folder, 'copy.zip');
    await download.saveAs(file);
    const files = unzipSync(readFileSync(file));
    expect(Object.keys(files).toSorted()).toEqual(['events.json', 'index.html', 'you.json']);
    const events = JSON.parse(strFromU8(files['events.json'] ?? new Uint8Array())) as { type: string }[];
    expect(events.map(({ type }) => type)).toEqual([
      ...['UserRegistered', 'StudentEnrolled', 'CourseStarted', 'ModuleCompleted', 'NoteTaken'],
    ]);
    const copy = join(folder, 'index.html');
    writeFileSync(copy, files['index.html'] ?? '');
    await page.context().setOffline(true);
    await page.goto(pathToFileURL(copy).href);
    await page.getByRole('heading', { name: 'What Lyceum knows about you', level: 1 }).waitFor();
    const acts = page.getByRole('region', { name: 'What happened, from the first to the last' });
    await acts.getByText('You registered as a Student.').waitFor();
    await acts.getByText('You completed module 1 of ENG Plain English.').waitFor();
    await acts.getByText(words, { exact: true }).waitFor();
    const now = page.getByRole('region', { name: 'You, now' });
    await now.getByText(person.email, { exact: true }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Everything that this browser keeps of the product: databases, storages, caches; as text. */
const keptHere = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames)
        kept.push(
          await new Promise((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => resolve(reading.result);
          }),
        );
      database.close();
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const answer = await caches.match(request);
        const isText = /text|json|javascript/.test(answer?.headers.get('content-type') ?? '');
        kept.push([request.url, isText ? await answer?.text() : '']);
      }
    return JSON.stringify(kept);
  });

test('a student deletes their account: told what goes, asked twice, gone from all tabs and devices, free to come again', {
  timeout: 300_000,
}, async ({ visit }) => {
  const { person, call, courseId } = await newLearner('Plain English', 1);
  const words = `A note that goes with me, ${person.name}`;
  await call('POST', '/notes', { courseId, notes: words });
  const { _id: before } = (await call('GET', `/users/${person.email}`)) as { _id: string };

  const page = await visit('/auth/login', { serviceWorkers: 'allow' });
  await signIn(page, person);
  const tab = await page.context().newPage();
  await tab.goto(`${productUrl()}/myNotes`);
  await tab.getByText(words).waitFor();
  await live(tab);
  const device = await visit('/auth/login');
  await signIn(device, person);
  await device.goto(`${productUrl()}/bookmarks`);
  await live(device);
  await openProfile(page);
  for (const what of [words, person.email]) await expect.poll(() => keptHere(page)).toContain(what);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByText('This cannot be undone.').waitFor();
  await dialog
    .getByRole('region', { name: 'What goes' })
    .getByText('Your notes, quizzes and bookmarks')
    .waitFor();
  await dialog
    .getByRole('region', { name: 'What stays' })
    .getByText('only that they were withdrawn')
    .waitFor();
  expect(await inspect(page)).toEqual([]);
  const meant = dialog.getByRole('button', { name: 'Delete my account' });
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByLabel('Your e-mail address, to confirm').fill('somebody@example.org');
  expect(await meant.isDisabled()).toBe(true);
  await dialog.getByLabel('Your e-mail address, to confirm').fill(person.email.toUpperCase());
  await meant.click();
  await dialog.getByText('This is not your password. Type it again.').waitFor();

  // The school refuses it, as it would of the last Admin; what was typed stays.
  await dialog.getByLabel('Your password').fill(person.password);
  await page.route('**/me/removal', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        ...{
          type: 'about:blank',
          title: 'The last Admin cannot be removed',
          status: 409,
          code: 'last-admin',
        },
        ...{ detail: 'This is the last Admin. Appoint another one first.', requestId: 'a-request' },
      }),
    }),
  );
  await meant.click();
  await dialog.getByRole('alert').getByText('This is the last Admin. Appoint another one first.').waitFor();
  await page.unroute('**/me/removal');

  // It is done, and the answer is lost; the news say so.
  await page.route('**/me/removal', async (route) => {
    await route.fetch();
    await route.abort();
  });
  // The toasts are there for a few seconds: they are waited for from now on.
  const elsewhere = [tab, device].map((there) =>
    there.getByText('Your account is deleted. You are signed out here, too.').waitFor(),
  );
  await meant.click();
  const farewell = page.getByRole('heading', { name: 'Goodbye, and thank you', level: 1 });
  await Promise.all([farewell.waitFor(), ...elsewhere]);
  expect(await inspect(page)).toEqual([]);
  await header(page).getByRole('link', { name: 'Login' }).waitFor({ state: 'attached' });

  for (const there of [tab, device]) await there.waitForURL('**/auth/login');
  for (const here of [page, tab])
    for (const what of [words, person.email, person.name, before])
      await expect.poll(() => keptHere(here)).not.toContain(what);

  // The sign-in goes, and the same e-mail is somebody new.
  await expect.poll(() => register({ url: productUrl() }, person).catch(() => null)).not.toBeNull();
  await page.getByRole('link', { name: 'Look at the courses' }).click();
  await page.goto(`${productUrl()}/auth/login`);
  await signIn(page, person);
  await page.goto(`${productUrl()}/myNotes`);
  await page.getByRole('heading', { name: 'My Notes', level: 1 }).waitFor();
  await live(page);
  expect(await page.getByText(words).count()).toBe(0);
  await page.goto(`${productUrl()}/myProfile`);
  await page.getByRole('heading', { name: person.name }).waitFor();
});

test('the farewell is for who leaves: whoever opens it otherwise is led home', async ({ visit }) => {
  const page = await visit('/farewell');
  await page.getByRole('heading', { name: 'Learn Smarter, Achieve More', level: 1 }).waitFor();
});
