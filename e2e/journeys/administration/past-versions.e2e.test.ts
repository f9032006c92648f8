import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { addCourse, fetchToken, sendCommand } from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { focusedText } from '#e2e/support/browser/keyboard.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { fetchWithRetry } from '#e2e/support/fetch-with-retry.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

const product = () => ({ url: productUrl() });

test('an admin browses the past versions of a course while it changes, and returns to the current one', async ({
  visit,
  visitAs,
}) => {
  const token = await fetchToken(product(), demoAccountOf('Admin'));
  const name = `Past ${randomUUID().slice(0, 8)}`;
  const id = await addCourse(product(), token, name);
  const edit = async (changes: object) => {
    const course = (await (await fetchWithRetry(`${productUrl()}/courses/${id}`, {})).json()) as object;
    return sendCommand(product(), token, 'PUT', `/courses/${id}`, { ...course, ...changes });
  };
  await edit({ price: 77, instructor: 'Emmy Noether', details: 'Every symmetry keeps something.' });
  await sendCommand(product(), token, 'DELETE', `/courses/${id}`);
  await sendCommand(product(), token, 'POST', `/courses/${id}/restoration`);

  const admin = await visitAs('Admin', `/courseDetails/${id}`);
  const actions = admin.getByRole('complementary', { name: 'Price and details' }).locator('a, button');
  await actions.filter({ hasText: 'Remove' }).waitFor();
  // All actions have the same height.
  const heights = await actions.evaluateAll((all) =>
    all.map((action) => action.getBoundingClientRect().height),
  );
  expect(new Set(heights).size).toBe(1);
  await admin.getByRole('link', { name: `History of ${name}` }).click();
  const added = admin.getByRole('article').filter({ hasText: `added course MTH ${name}` });
  await added.getByRole('link', { name: /^View the course at this point/ }).click();

  const banner = admin.getByRole('region', { name: 'Past version' });
  const waitForVersion = (text: string) => banner.getByText(text).waitFor();
  const main = admin.getByRole('main');
  await waitForVersion('Version 1 of 4.');
  await main.getByRole('heading', { level: 1, name }).waitFor();
  await main.getByText('How to count what was lost.').waitFor();
  const previous = banner.getByRole('link', { name: 'Previous version' });
  expect(await previous.getAttribute('aria-disabled')).toBe('true');
  // A link that cannot be used is grey (`--sunken` in the light theme).
  const look = await previous.evaluate((link) => {
    const { opacity, backgroundColor } = getComputedStyle(link);
    return [opacity, backgroundColor];
  });
  expect(look).toEqual(['1', 'rgb(242, 242, 236)']);
  // The whole date and time fit into the field, which needs about 200 pixels.
  const momentField = admin.getByLabel('Show the course as of');
  expect((await momentField.boundingBox())?.width).toBeGreaterThan(200);
  // A past version offers no action that changes anything, except its restoration.
  const buttons = await main.getByRole('button').allTextContents();
  expect(buttons.map((text) => text.trim())).toEqual(['Restore this version', 'Show']);
  const links = await main.getByRole('link').allTextContents();
  expect(links.map((text) => text.trim())).toEqual([
    'Previous version',
    'Next version',
    'History',
    'Current version',
  ]);

  await banner.getByRole('link', { name: 'Next version' }).click();
  await waitForVersion('Version 2 of 4.');
  // On the first version, the link to the previous one does nothing, but keeps the focus.
  await previous.press('Enter');
  await waitForVersion('Version 1 of 4.');
  await expect.poll(() => previous.getAttribute('aria-disabled')).toBe('true');
  await admin.keyboard.press('Enter');
  expect(await focusedText(admin)).toBe('Previous version');
  await banner.getByRole('link', { name: 'Next version' }).click();
  await waitForVersion('Version 2 of 4.');
  await main.getByText('Instructor: Emmy Noether').waitFor();
  await main.getByText('$77', { exact: true }).waitFor();
  expect(await inspectAccessibility(admin)).toEqual([]);
  // A new edit does not change the past version.
  await waitUntilLive(admin);
  await edit({ price: 99 });
  const other = await admin.context().newPage();
  await other.goto(`${productUrl()}/courseDetails/${id}`);
  await other.getByRole('main').getByText('$99', { exact: true }).first().waitFor();
  await main.getByText('$77', { exact: true }).waitFor();

  await banner.getByRole('link', { name: 'Next version' }).click();
  await banner.getByText('The course was removed at that moment.').waitFor();
  await waitForVersion('Version 3 of 5.');
  await banner.getByRole('link', { name: 'Current version' }).click();
  await main.getByText('$99', { exact: true }).first().waitFor();
  await banner.waitFor({ state: 'detached' });

  await admin.goto(`${productUrl()}/courseDetails/${id}?asOf=2001-01-01T00:00:00Z`);
  await main.getByText('There was no such course at that moment.').waitFor();
  const showMoment = main.getByRole('button', { name: 'Show', exact: true });
  await momentField.fill('');
  await showMoment.press('Enter');
  await main.getByText('Choose a date and a time.').waitFor();
  // The next minute is after every event, so the page shows the current version, which cannot be restored.
  const nextMinute = await admin.evaluate(() => {
    const time = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000 + 60_000);
    return `${time.toISOString().slice(0, 16)}:30`;
  });
  await momentField.fill(nextMinute);
  await showMoment.press('Enter');
  await waitForVersion('Version 5 of 5.');
  // The pressed button has disappeared, so the heading has the focus.
  await expect.poll(() => focusedText(admin)).toBe(name);
  await momentField.fill('2001-01-01T00:00');
  await showMoment.press('Enter');
  await main.getByText('There was no such course at that moment.').waitFor();
  await expect.poll(() => focusedText(admin)).toBe('No version at that moment');
  await momentField.fill(nextMinute);
  await showMoment.press('Enter');
  await waitForVersion('Version 5 of 5.');
  expect(await banner.getByRole('button', { name: 'Restore this version' }).count()).toBe(0);
  await previous.click();
  await waitForVersion('Version 4 of 5.');
  // The button that shows another version keeps the focus.
  await momentField.fill(nextMinute);
  await showMoment.press('Enter');
  await waitForVersion('Version 5 of 5.');
  expect(await focusedText(admin)).toBe('Show');
  await previous.click();
  await waitForVersion('Version 4 of 5.');
  // The field shows the time of this version.
  expect(await momentField.inputValue()).not.toContain(nextMinute.slice(0, 16));
  await banner.getByRole('button', { name: 'Restore this version' }).click();
  const dialog = admin.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await admin.getByText('Version restored.').waitFor();
  await banner.waitFor({ state: 'detached' });
  await main.getByText('$77', { exact: true }).first().waitFor();
  // While the course is removed, its versions cannot be restored.
  await sendCommand(product(), token, 'DELETE', `/courses/${id}`);
  await admin.goBack();
  await admin.reload();
  await banner.getByText('The course has been removed.').waitFor();
  expect(await banner.getByRole('button', { name: 'Restore this version' }).count()).toBe(0);
  const visitor = await visit(`/courseDetails/${id}?asOf=1`);
  await visitor.getByText('403', { exact: true }).waitFor();
});
