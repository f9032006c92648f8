import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { productUrl, test } from '#e2e/support/journey.ts';

const noticeOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' });

/** Makes the code of a part fail to load, as after an update of the server. @param name the name of its file. */
const removeCode = (page: Page, name: string) =>
  page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ status: 404 }));

test('if a part of the page cannot be loaded, the user can finish writing and then reload', async ({
  visitAs,
}) => {
  const page = await visitAs('Admin', '/announcement');
  await removeCode(page, 'palette');
  const text = page.getByRole('textbox', { name: 'Announcement' });
  await text.fill('The library opens at nine.');
  const search = page.locator('header').getByRole('button', { name: 'Search' });
  await search.click();
  await noticeOf(page).waitFor();
  expect(await inspectAccessibility(page)).toEqual([]);
  await noticeOf(page).getByRole('button', { name: 'Not now' }).click();
  await noticeOf(page).waitFor({ state: 'detached' });
  expect(await text.inputValue()).toBe('The library opens at nine.');
  // The pressed button has disappeared. The focus is where it was before.
  expect(await search.evaluate((button) => button === document.activeElement)).toBe(true);
  await search.click();
  await page.unrouteAll();
  await noticeOf(page).getByRole('button', { name: 'Reload' }).click();
  await noticeOf(page).waitFor({ state: 'detached' });
  await waitUntilLive(page);
  await search.click();
  await page.getByRole('dialog').getByRole('combobox').waitFor();
});

test('a question that cannot be loaded counts as cancelled', async ({ visitAs }) => {
  const page = await visitAs('Admin', '/about');
  await removeCode(page, 'popup-host');
  await page.goto(`${productUrl()}/allCourses`);
  const remove = page.getByRole('button', { name: 'Remove Plain English' });
  await remove.click();
  await noticeOf(page).getByRole('button', { name: 'Not now' }).click();
  // Nothing waits for an answer: the button asks again.
  await remove.click();
  await noticeOf(page).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);

  // On a phone, the notice does not cover the bar of a course. On a very short screen, it stays at the end of the page.
  const course = page.getByRole('link', { name: 'Learn More about Plain English', exact: true });
  await followPath(page, (await course.getAttribute('href')) ?? '');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect
    .poll(async () => {
      const notice = await noticeOf(page).boundingBox();
      const details = await page.getByRole('link', { name: 'All details' }).boundingBox();
      return notice !== null && details !== null && notice.y + notice.height <= details.y;
    })
    .toBe(true);
  await page.setViewportSize({ width: 390, height: 400 });
  const readPlacement = () => noticeOf(page).evaluate((notice) => getComputedStyle(notice).position);
  await expect.poll(readPlacement).toBe('static');
});

test('a student whose sign-in cannot be checked is asked to reload the page, and still counts as signed in', async ({
  visitAs,
}) => {
  const page = await visitAs('Student', '/about');
  const readHint = () => page.evaluate(() => localStorage.getItem('lyceum-somebody'));
  await expect.poll(readHint).toBe('yes');
  await removeCode(page, 'firebase');
  await page.goto(`${productUrl()}/bookmarks`);
  await noticeOf(page).waitFor();
  // The next start still waits for the identity provider before it sends the first requests.
  expect(await readHint()).toBe('yes');
  await page.unrouteAll();
  await noticeOf(page).getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
});
