import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { complete, readPopup } from '#e2e/support/browser/lesson-page.ts';
import { productUrl, signIn, test } from '#e2e/support/journey.ts';
import { newLearner } from '#e2e/support/learner.ts';

const isCompleted = (page: Page) => readPopup(page, 'Module Completed!');

/** The names under which the page sent completed modules: an act that is sent again keeps its own. */
const completions = (page: Page) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.headers()['idempotency-key'] ?? 'none');
  });
  return sent;
};

test('the line goes away in the middle of Complete Module 3 and comes back: nothing lost, nothing twice', async ({
  visit,
}) => {
  const { person, path, completed } = await newLearner('Plain English', 2);
  const page = await visit('/auth/login', { viewport: { width: 390, height: 844 } });
  await signIn(page, person);
  const device = await visit('/auth/login');
  await signIn(device, person);
  for (const one of [page, device]) await one.goto(productUrl() + path);
  await complete(device, 3).waitFor();
  const sent = completions(page);

  // The server completes it; the answer is lost with the line.
  await page.route(
    '**/progress/*',
    async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await complete(page, 3).dblclick();
  // Another device hears of it meanwhile, and goes on.
  await complete(device, 4).waitFor();
  await page.getByText(/^Module 3 waits for the line/).waitFor();
  expect(await complete(page, 4).count()).toBe(0);
  expect(sent).toHaveLength(1);
  await page.context().setOffline(false);
  await isCompleted(page);
  await complete(page, 4).waitFor();
  expect(await completed()).toBe(3);
  // Sent again, as the same act.
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);

  // Begun without a line: it waits, survives impatience, and is done once; the other device was faster.
  await page.context().setOffline(true);
  await page.locator('header').getByText('Offline').waitFor();
  await complete(page, 4).click();
  await page.getByText(/^Module 4 waits for the line/).waitFor();
  await complete(page, 4).click({ force: true });
  await complete(device, 4).click();
  await isCompleted(device);
  await page.context().setOffline(false);
  await isCompleted(page);
  for (const one of [page, device]) await complete(one, 5).waitFor();
  expect(await completed()).toBe(4);
});
