import { expect } from 'vitest';
import { inspectAccessibility, runAxe } from '#e2e/support/browser/accessibility.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { focusedName } from '#e2e/support/browser/keyboard.ts';
import { openTab } from '#e2e/support/browser/lesson-page.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { signInAs, test } from '#e2e/support/journey.ts';

test('axe finds no accessibility problems on a lesson before, during and after the course, and on a running quiz', async ({
  visitAs,
}) => {
  const { person, path, call } = await createEnrolledStudent('The Careful Pharmacist', null);
  const id = path.split('/').at(-1);
  const page = await visitAs(person, `/showMoudules/${id}`);
  const main = page.getByRole('main');
  const found: Record<string, string[]> = {};
  const inspectState = async (state: string) => {
    const findings = await inspectAccessibility(page);
    if (findings.length > 0) found[state] = findings;
  };
  await main.getByRole('button', { name: 'Start Course Progress' }).waitFor();
  await inspectState('start page');
  await followPath(page, path);
  await main.getByText('Please start the course first', { exact: true }).waitFor();
  await inspectState('not started');

  await call('POST', '/progress', { courseId: id, courseName: 'PHA', userEmail: person.email });
  await main.getByText('0 of 5 modules').waitFor();
  for (const tab of ['Quiz', 'Review', 'Certificate'] as const) {
    await openTab(page, tab);
    await inspectState(`running, ${tab}`);
  }
  for (const module of [1, 2, 3, 4, 5]) await call('PATCH', `/progress/${id}`, { module });
  await main.getByRole('button', { name: 'Collect Certificate' }).waitFor();
  await openTab(page, 'Review');
  await main.getByPlaceholder('Rating (1-10)').waitFor();
  await inspectState('completed');

  await followPath(page, '/quizzes?course=PHA');
  await main.getByRole('button', { name: 'MCQ Quiz', exact: true }).click();
  await main.getByRole('button', { name: 'Start Quiz' }).click();
  await main.getByRole('radio').first().waitFor();
  await inspectState('running quiz');
  expect(found).toEqual({});
});

test('axe finds no accessibility problems in a popup, the menus and the palette, and the arrow keys move within the menus', async ({
  browse,
}) => {
  const page = await browse('/allCourses', 'Admin');
  await page.getByRole('button', { name: 'Remove Plain English' }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Dashboard' }).click();
  expect(await runAxe(page)).toEqual([]);
  const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  const first = (await links.first().textContent()) ?? '';
  const last = (await links.last().textContent()) ?? '';
  for (const [key, name] of [
    ['ArrowDown', first],
    ['ArrowUp', last],
    ['ArrowDown', first],
    ['End', last],
    ['Home', first],
  ] as const) {
    await page.keyboard.press(key);
    expect([key, await focusedName(page)]).toEqual([key, name]);
  }
  await page.keyboard.press('Escape');
  // The arrow keys also move within the menu for small screens.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Menu' }).locator('a, button');
  await expect.poll(() => focusedName(page)).toBe('Close menu');
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['End', -1],
    ['ArrowDown', 0],
  ] as const) {
    await page.keyboard.press(key);
    const target = index < 0 ? sheet.last() : sheet.nth(index);
    expect([key, await target.evaluate((item) => item === document.activeElement)]).toEqual([key, true]);
  }
  await page.keyboard.press('Escape');
  await sheet.first().waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('banner').getByRole('link', { name: 'My Profile' }).waitFor();
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search or jump to…').fill('a');
  await page.getByRole('option').first().waitFor();
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  expect(await runAxe(page)).toEqual([]);
});

test('axe finds no accessibility problems in forms with errors and in the role selection', async ({
  visit,
}) => {
  const page = await visit('/auth/register');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Name is required.').waitFor();
  expect(await runAxe(page)).toEqual([]);
  await followPath(page, '/auth/login');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('Please fill in all fields.').waitFor();
  expect(await runAxe(page)).toEqual([]);
  await signInAs(page, 'Admin');
  await followPath(page, '/addCourse');
  await page.getByRole('button', { name: 'Add Course' }).click();
  await page.getByText('Course name is required.').waitFor();
  expect(await runAxe(page)).toEqual([]);
  await followPath(page, '/users');
  await page
    .getByRole('button', { name: /^Role of/ })
    .first()
    .click();
  await page.getByLabel(/^New role of/).waitFor();
  expect(await runAxe(page)).toEqual([]);
  await page.getByLabel('Filter by name or e-mail').fill('nobody at all');
  // A table that is still waiting for its answer is dimmed, which lowers its contrast.
  await expect.poll(() => page.getByText(/^No results for/).count()).toBe(3);
  expect(await runAxe(page)).toEqual([]);
});

test('axe finds pale text that is visible in only one theme and at only one width', async ({ browse }) => {
  const page = await browse('/faq');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(`
      #pale { color: #bbb; background: #fff; }
      html[data-theme=dark] #pale { display: none; }
      @media (min-width: 500px) { #pale { display: none; } }
    `);
    document.adoptedStyleSheets.push(styles);
    const text = document.createElement('p');
    text.id = 'pale';
    text.textContent = 'Hardly legible';
    document.querySelector('main')?.append(text);
  });
  expect(await inspectAccessibility(page)).toEqual(['light 390: color-contrast: #pale']);
});
