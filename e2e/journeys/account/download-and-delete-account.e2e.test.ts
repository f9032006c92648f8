import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { registerUser } from '#e2e/support/api-calls.ts';
import { inspectAccessibility, runAxe } from '#e2e/support/browser/accessibility.ts';
import { ageSignIn } from '#e2e/support/browser/age-sign-in.ts';
import { delayPageCode } from '#e2e/support/browser/delay-page-code.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { readBrowserStorage } from '#e2e/support/browser/read-browser-storage.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';

const header = (page: Page) => page.locator('header');
const openProfile = async (page: Page) => {
  await followPath(page, '/myProfile');
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  await waitUntilLive(page);
};

test('a student downloads all of their data and reads it offline', async ({ visitAs }) => {
  const { person, call, courseId } = await createEnrolledStudent('Plain English', 1);
  const noteText = `A note to download, ${person.name}`;
  await call('POST', '/notes', { courseId, notes: noteText });
  const page = await visitAs(person, '/about');
  await openProfile(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^lyceum-my-data-\d{4}-\d\d-\d\d\.zip$/);
  await page.getByText('Your data was downloaded').waitFor();

  const folder = mkdtempSync(join(tmpdir(), 'lyceum-copy-'));
  try {
    const file = join(folder, 'copy.zip');
    await download.saveAs(file);
    const files = unzipSync(readFileSync(file));
    expect(Object.keys(files).toSorted()).toEqual(['events.json', 'index.html', 'you.json']);
    const events = JSON.parse(strFromU8(files['events.json'] ?? new Uint8Array())) as { type: string }[];
    expect(events.map(({ type }) => type)).toEqual([
      'UserRegistered',
      'StudentEnrolled',
      'CourseStarted',
      'ModuleCompleted',
      'NoteTaken',
    ]);
    const copy = join(folder, 'index.html');
    writeFileSync(copy, files['index.html'] ?? '');
    await page.context().setOffline(true);
    await page.goto(pathToFileURL(copy).href);
    await page.getByRole('heading', { name: 'What Lyceum knows about you', level: 1 }).waitFor();
    const acts = page.getByRole('region', { name: 'Everything that happened, oldest first' });
    await acts.getByText('You registered as a Student.').waitFor();
    await acts.getByText('You completed module 1 of ENG Plain English.').waitFor();
    await acts.getByText(noteText, { exact: true }).waitFor();
    const now = page.getByRole('region', { name: 'Your account now' });
    await now.getByText(person.email, { exact: true }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await runAxe(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a student whose sign-in is old confirms the password before the download', async ({ visitAs }) => {
  const { person } = await createEnrolledStudent('Plain English', 1);
  const page = await visitAs(person, '/about');
  await openProfile(page);
  await ageSignIn(page);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const dialog = page.getByRole('alertdialog', { name: 'Confirm your password' });
  const button = page.getByRole('button', { name: 'Download my data' });
  await button.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect([downloads, await page.getByText('Your data was downloaded').count()]).toEqual([[], 0]);

  await button.click();
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Your data was downloaded').waitFor();
  await expect.poll(() => downloads.length).toBe(1);
});

/** Returns, as one text, everything that the browser stores for the product. */
const readStoredText = async (page: Page): Promise<string> =>
  [...(await readBrowserStorage(page)).values()].join('\n');

test('a student deletes their account, is signed out in all tabs and on all devices, and can register again', async ({
  visitAs,
}) => {
  const { person, call, courseId } = await createEnrolledStudent('Plain English', 1);
  const noteText = `A note to delete, ${person.name}`;
  await call('POST', '/notes', { courseId, notes: noteText });
  const { _id: deletedId } = (await call('GET', `/users/${person.email}`)) as { _id: string };

  const page = await visitAs(person, '/', { serviceWorkers: 'allow' });
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${productUrl()}/myNotes`);
  await otherTab.getByText(noteText).waitFor();
  await waitUntilLive(otherTab);
  const otherDevice = await visitAs(person, '/bookmarks');
  await waitUntilLive(otherDevice);
  await openProfile(page);
  for (const text of [noteText, person.email]) await expect.poll(() => readStoredText(page)).toContain(text);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByText('This cannot be undone.').waitFor();
  await dialog
    .getByRole('region', { name: 'Deleted' })
    .getByText('Your notes, quizzes and bookmarks')
    .waitFor();
  await dialog
    .getByRole('region', { name: 'Not deleted' })
    .getByText('say only that the certificates were withdrawn')
    .waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByLabel('Confirm your e-mail address').fill('somebody@example.org');
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Confirm your e-mail address').fill(person.email.toUpperCase());
  await confirm.click();
  await dialog.getByText('Wrong password. Try again.').waitFor();

  // The server refuses the deletion, as it does for the last Admin. The input stays.
  await dialog.getByLabel('Your password').fill(person.password);
  const refusal = Promise.withResolvers<void>();
  await page.route('**/me/removal', async (route) => {
    await refusal.promise;
    await route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'The last Admin cannot be removed',
        status: 409,
        code: 'last-admin',
        detail: 'This is the last Admin. Appoint another one first.',
        requestId: 'a-request',
      }),
    });
  });
  const requested = page.waitForRequest('**/me/removal');
  await confirm.click();
  await requested;
  // Escape does not close the dialog before the answer arrives. Otherwise the refusal would not be shown.
  await page.keyboard.press('Escape');
  refusal.resolve();
  await dialog.getByRole('alert').getByText('This is the last Admin. Appoint another one first.').waitFor();
  await page.unroute('**/me/removal');

  // The server deletes the account, but its answer is lost. The live update tells the client.
  await page.route('**/me/removal', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirm.click();
  await page.getByRole('heading', { name: 'Goodbye, and thank you', level: 1 }).waitFor();
  for (const other of [otherTab, otherDevice])
    await other.getByText('Your account was deleted. You have been signed out.').waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  await header(page).getByRole('link', { name: 'Login' }).waitFor({ state: 'attached' });

  for (const other of [otherTab, otherDevice]) await other.waitForURL('**/auth/login');
  for (const openPage of [page, otherTab])
    for (const text of [noteText, person.email, person.name, deletedId])
      await expect.poll(() => readStoredText(openPage)).not.toContain(text);

  // The identity is deleted a moment later. Then a new user can register with the same e-mail address.
  await expect.poll(() => registerUser({ url: productUrl() }, person).catch(() => null)).not.toBeNull();
  await page.getByRole('link', { name: 'Browse courses' }).click();
  await followPath(page, '/auth/login');
  await signIn(page, person);
  await followPath(page, '/myNotes');
  await page.getByRole('heading', { name: 'My Notes', level: 1 }).waitFor();
  await waitUntilLive(page);
  expect(await page.getByText(noteText).count()).toBe(0);
  await followPath(page, '/myProfile');
  await page.getByRole('heading', { name: person.name }).waitFor();
});

test('the farewell page is shown even if its code loads slowly after the deletion', async ({ visitAs }) => {
  const { person } = await createEnrolledStudent('Plain English', 1);
  // Without a service worker, which would have the code already.
  const page = await visitAs(person, '/about');
  await openProfile(page);
  await delayPageCode(page, 'account-deleted-page');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Confirm your e-mail address').fill(person.email);
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL((url) => url.pathname !== '/myProfile');
  await page.getByRole('heading', { level: 1, name: /Goodbye, and thank you|Login/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/farewell');
});

test('the farewell page leads home if no account was deleted', async ({ visit }) => {
  const page = await visit('/farewell');
  await page.getByRole('heading', { name: 'Learn Smarter, Achieve More', level: 1 }).waitFor();
});
