import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { closePopup, completeButton } from '#e2e/support/browser/lesson-page.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { test } from '#e2e/support/journey.ts';

const closeCompletedPopup = (page: Page) => closePopup(page, 'Module Completed!');

/** Collects the idempotency keys of the page's PATCH requests. A retry keeps its key. */
const collectPatchKeys = (page: Page) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.headers()['idempotency-key'] ?? 'none');
  });
  return sent;
};

test('a module that is completed during a connection loss is completed exactly once', async ({ visitAs }) => {
  const { person, path, countCompletedModules } = await createEnrolledStudent('Plain English', 2);
  const page = await visitAs(person, path, { viewport: { width: 390, height: 844 } });
  const otherDevice = await visitAs(person, path);
  await completeButton(otherDevice, 3).waitFor();
  const sent = collectPatchKeys(page);

  // The server completes the module, but its answer is lost with the connection.
  await page.route(
    '**/progress/*',
    async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await completeButton(page, 3).dblclick();
  // The other device sees the completed module and can continue.
  await completeButton(otherDevice, 4).waitFor();
  await page.getByText(/^Module 3 will be completed/).waitFor();
  expect(await completeButton(page, 4).count()).toBe(0);
  expect(sent).toHaveLength(1);
  await page.context().setOffline(false);
  await closeCompletedPopup(page);
  await completeButton(page, 4).waitFor();
  await expect.poll(countCompletedModules).toBe(3);
  // A retry may fail too, while the connection is coming back. All have the same idempotency key.
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent).size).toBe(1);

  // A module that is completed offline waits and is completed once, even though another device completes it first.
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('heading', { name: 'Module 4' }).waitFor();
  await page.context().setOffline(true);
  await page.locator('header').getByText('Offline').waitFor();
  await completeButton(page, 4).click();
  await page.getByText(/^Module 4 will be completed/).waitFor();
  await completeButton(page, 4).click({ force: true });
  // The student begins a note while the completion waits, and continues in the same field after it.
  const note = page.getByLabel('Your note');
  await note.fill('Verbs');
  await completeButton(otherDevice, 4).click();
  await closeCompletedPopup(otherDevice);
  await page.context().setOffline(false);
  await closeCompletedPopup(page);
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  for (const tab of [page, otherDevice]) await completeButton(tab, 5).waitFor();
  await expect.poll(countCompletedModules).toBe(4);
});

test('the header shows that the device is offline, and loaded courses stay visible', async ({ visit }) => {
  const page = await visit('/allCourses');
  await page.locator('article').first().waitFor();
  await waitUntilLive(page);
  await page.context().setOffline(true);
  await page.locator('header').getByText('Offline').waitFor();
  expect(await page.locator('article').count()).toBeGreaterThan(20);
  // A filter that was not used before lists the loaded courses that match it.
  await page.getByRole('button', { name: 'Medical', exact: true }).click();
  await page.getByRole('heading', { name: /^Courses on this device: [1-9]\d?$/ }).waitFor();
  const cards = await page.locator('article').allTextContents();
  expect(cards.every((text) => text.includes('Medical'))).toBe(true);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: /^Total Courses: \d+$/ }).waitFor();
  await waitUntilLive(page);
});
