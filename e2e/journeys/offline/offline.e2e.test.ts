import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { breakStorage } from '#e2e/support/browser/break-storage.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { doubleClickMs } from '#web/ui/repeat-guard.ts';

/**
 * Collects the commands that the page sends, with their idempotency keys. Playback positions and requests to the identity provider
 * are left out.
 */
const recordCommands = (page: Page) => {
  const commands: { call: string; key: string }[] = [];
  page.context().on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !request.url().startsWith(productUrl()) || pathname === '/playback')
      return;
    if (pathname.startsWith('/identitytoolkit') || pathname.startsWith('/securetoken')) return;
    commands.push({
      call: `${request.method()} ${pathname.split('/')[1]}`,
      key: request.headers()['idempotency-key'] ?? 'none',
    });
  });
  return commands;
};

/**
 * Returns whether a service worker is activated, so that the client can start offline. It does not always control the page that installed it:
 * a page that is still loading when the worker is activated is controlled only after the next load.
 */
const isAvailableOffline = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === 'activated';
  });

/** Returns the keys in an object store (for a compound key, its second part), or none if the database does not exist yet. */
const readKeys = (page: Page, location: { database: string; store: string }) =>
  page.evaluate(async ({ database, store }) => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === database)) return [];
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open(database);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction(store).objectStore(store).getAllKeys();
        reading.onerror = () => reject(reading.error);
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result.map((key) => String(Array.isArray(key) ? key[1] : key)));
        };
      };
    });
  }, location);
const readResponseKeys = (page: Page) => readKeys(page, { database: 'lyceum-reading', store: 'answers' });
const readPendingActionKeys = (page: Page) => readKeys(page, { database: 'lyceum-outbox', store: 'acts' });

test('offline, loaded pages stay readable, and actions wait and are sent once and in order', async ({
  visitAs,
}) => {
  const { person, path, courseId, call, countCompletedModules } = await createEnrolledStudent(
    'Plain English',
    1,
  );
  const page = await visitAs(person, '/', { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });
  const header = page.locator('header');
  const main = page.getByRole('main');
  for (const [address, keys] of [
    // The key ends in the page size, because the start page stores a shorter list under a different key.
    ['/allCourses', ['["courses","list",{"category":null,"search":"","sort":"match"},48]']],
    ['/bookmarks', ['["bookmarks"']],
    [path, ['["enrolments"', '["notes"', '["playback"']],
  ] as const) {
    await page.goto(productUrl() + address);
    for (const key of keys)
      await expect.poll(() => readResponseKeys(page)).toContainEqual(expect.stringContaining(key));
  }
  await expect.poll(() => isAvailableOffline(page)).toBe(true);

  // Offline, everything is still there after a reload.
  await page.context().setOffline(true);
  await page.reload();
  await header.getByText('Offline').waitFor();
  await main.getByRole('heading', { name: 'Plain English', level: 1 }).waitFor();
  const commands = recordCommands(page);
  await main.getByRole('button', { name: 'Complete Module 2' }).click();
  await main.getByText(/^Module 2 will be completed/).waitFor();
  await main.getByLabel('Your note').fill('Cut every word that does no work.');
  await main.getByRole('button', { name: 'Save note' }).click();
  await main.getByText('Waiting to sync', { exact: true }).waitFor();
  await page.goto(`${productUrl()}/allCourses`);
  await main.getByRole('button', { name: 'Bookmark Plain English' }).click();
  await main.getByRole('button', { name: 'Bookmarked Plain English – waiting to sync' }).waitFor();
  await main
    .getByRole('button', { name: /^Bookmark / })
    .first()
    .click();
  const outboxButton = header.getByRole('button', { name: /to sync$/ });
  await expect.poll(() => outboxButton.textContent()).toMatch(/^4/);

  // The actions survive a reload. Their results are shown, marked as waiting. One action is discarded.
  await page.goto(`${productUrl()}/bookmarks`);
  await main
    .getByRole('listitem')
    .filter({ hasText: 'Plain English' })
    .getByText('Waiting to sync')
    .waitFor();
  await outboxButton.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Waiting to sync' });
  const waiting = sheet.getByRole('listitem');
  await expect.poll(() => waiting.count()).toBe(4);
  expect(await waiting.nth(0).textContent()).toContain('Complete module 2 of Plain English');
  expect(await waiting.nth(1).textContent()).toContain('Cut every word that does no work.');
  expect(await waiting.nth(2).textContent()).toContain('Bookmark Plain English');
  const discard = waiting.nth(3).getByRole('button', { name: /^Discard/ });
  // If the browser's storage fails, the action stays, and can be discarded later.
  const repairStorage = await breakStorage(page);
  await discard.press('Enter');
  await page.getByText('The change could not be discarded.').waitFor();
  await repairStorage();
  // Right after an attempt, the list ignores a second press of "Discard".
  await pause(doubleClickMs);
  await discard.press('Enter');
  await expect.poll(() => waiting.count()).toBe(3);
  expect(await sheet.getByRole('heading').evaluate((element) => element === document.activeElement)).toBe(
    true,
  );
  await sheet.getByRole('button', { name: 'Send now' }).press('Enter');
  await sheet.getByText('Sending failed.', { exact: false }).waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  // A page that was never loaded shows an error.
  await page.goto(`${productUrl()}/highRatedCourses`);
  const failure = main.getByRole('alert');
  await failure.getByRole('button', { name: 'Retry' }).waitFor();
  const attemptsOffline = commands.length;

  // Back online, the page loads, and all actions are sent in order, each with its own idempotency key.
  await page.context().setOffline(false);
  await failure.waitFor({ state: 'detached' });
  await main.getByRole('article').first().waitFor();
  await outboxButton.waitFor({ state: 'detached' });
  await waitUntilLive(page);
  // The page may try the first action once more before it is online. This retry has the same key and is left out.
  const findSent = () =>
    commands.slice(attemptsOffline).filter(({ key }, index, all) => key !== all[index - 1]?.key);
  await expect
    .poll(() => findSent().map((command) => command.call))
    .toEqual(['PATCH progress', 'POST notes', 'POST bookmarks']);
  await expect.poll(() => readPendingActionKeys(page)).toEqual([]);
  // Offline, only the first action was tried.
  expect(attemptsOffline).toBeGreaterThan(0);
  expect(commands.slice(0, attemptsOffline).every(({ key }) => key === commands[attemptsOffline]?.key)).toBe(
    true,
  );
  expect(new Set(commands.map(({ key }) => key)).size).toBe(3);
  await expect.poll(countCompletedModules).toBe(2);
  await expect
    .poll(() => call('GET', `/notes/${person.email}`))
    .toMatchObject([{ notes: 'Cut every word that does no work.' }]);
  await expect
    .poll(() => call('GET', `/bookmarks/${person.email}`))
    .toMatchObject([{ courseName: 'Plain English' }]);

  // If an action waits, a logout asks the user first.
  await page.goto(`${productUrl()}/bookmarks`);
  await main.getByRole('button', { name: 'Remove Plain English' }).waitFor();
  await page.context().setOffline(true);
  await header.getByText('Offline').waitFor();
  await main.getByRole('button', { name: 'Remove Plain English' }).click();
  await main.getByText('No bookmarks yet.').waitFor();
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.press('Enter');
  const question = page.getByRole('alertdialog', { name: '1 change has not been sent yet' });
  await question.getByText('Remove the bookmark for Plain English').waitFor();
  const stay = question.getByRole('button', { name: 'Stay logged in' });
  await expect.poll(() => stay.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await inspectAccessibility(page)).toEqual([]);
  await question.getByRole('button', { name: 'Send, then log out' }).click();
  await question.getByText('Not everything could be sent. You are still logged in.').waitFor();
  // When the connection returns, the action is sent while the dialog is open. Nothing is left to discard.
  await page.context().setOffline(false);
  const emptyQuestion = page.getByRole('alertdialog', { name: 'No changes are left to send' });
  await emptyQuestion.getByText('You can log out now.').waitFor();
  expect(await emptyQuestion.getByRole('button').allTextContents()).toEqual(['Log out', 'Stay logged in']);
  await emptyQuestion.getByRole('button', { name: 'Stay logged in' }).press('Enter');
  await emptyQuestion.waitFor({ state: 'detached' });
  await call('POST', '/bookmarks', { courseId });
  await main.getByRole('button', { name: 'Remove Plain English' }).waitFor();
  await page.context().setOffline(true);
  await header.getByText('Offline').waitFor();
  await main.getByRole('button', { name: 'Remove Plain English' }).click();
  await main.getByText('No bookmarks yet.').waitFor();
  await logout.press('Enter');
  await question.getByRole('button', { name: 'Discard and log out' }).click();
  await page.getByText('User logged out successfully').waitFor();
  await expect
    .poll(async () => (await readResponseKeys(page)).filter((name) => name.includes('"notes"')))
    .toEqual([]);

  // Actions that other users left in this browser are removed, even if a different build of the client stored them.
  await page.evaluate(async () => {
    const opening = indexedDB.open('lyceum-outbox');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const writing = opening.result.transaction('acts', 'readwrite');
    writing.objectStore('acts').add({ uid: 'gone', order: 13, madeAt: Date.now() });
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    opening.result.close();
  });
  expect(await readPendingActionKeys(page)).toEqual(['13']);
  await page.context().setOffline(false);
  await page.goto(productUrl());
  await waitUntilLive(page);
  await expect.poll(() => readPendingActionKeys(page)).toEqual([]);
  // The discarded removal of the bookmark was not sent.
  expect(await call('GET', `/bookmarks/${person.email}`)).toHaveLength(1);
});
