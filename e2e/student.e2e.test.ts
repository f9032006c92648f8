import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { productUrl, signIn, test } from './journey.ts';
import { newPerson, register } from './people.ts';

const live = (page: Page) => page.locator('header').getByText('Live').waitFor();

/** What axe finds on the page as it is, wide and light, then narrow and dark; and whether 320 px cut anything off. */
const findings = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    found.push(...violations.map(({ id, nodes }) => `${id} ${colorScheme}: ${nodes[0]?.target.join(' ')}`));
  }
  await page.setViewportSize({ width: 320, height: 256 });
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
    found.push('scrolls sideways at 320 px');
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
};

/** A new student's browser: their page, and a second tab of it on the given path. */
const twoTabs = async (page: Page, path: string): Promise<Page> => {
  const student = newPerson('Student');
  await register(page, student);
  await signIn(page, student);
  const other = await page.context().newPage();
  await other.goto(productUrl() + path);
  await live(other);
  return other;
};

test('a student bookmarks courses, sees it in another tab, and takes a bookmark away', async ({ visit }) => {
  const page = await visit('/');
  const other = await twoTabs(page, '/bookmarks');
  await other.getByText('You have no bookmarks yet.').waitFor();

  await page.goto(`${productUrl()}/allCourses`);
  await page.getByRole('button', { name: 'Bookmark Plain English' }).dblclick();
  const popup = page.getByRole('alertdialog');
  await popup.getByRole('heading', { name: 'Success!!!', exact: true }).waitFor();
  await popup.getByText('Course bookmarked successfully', { exact: true }).waitFor();
  await popup.getByRole('button', { name: 'Cool' }).press('Enter');
  await page.waitForURL('**/bookmarks');
  expect(await popup.count()).toBe(0);

  const table = other.getByRole('table', { name: 'Bookmarked Courses' });
  await table.getByRole('cell', { name: 'Plain English', exact: true }).waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    '#',
    'Course Name',
    'Course Code',
    'Difficulty',
    'Action',
  ]);
  expect(await table.getByRole('row').count()).toBe(2);

  await page.goto(`${productUrl()}/`);
  const first = page.getByRole('main').getByRole('article').first();
  const name = (await first.getByRole('heading').textContent()) ?? '';
  await page.route('**/bookmarks', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await first.getByRole('button', { name: `Bookmark ${name}` }).click();
  await page.getByText('The server could not answer. Please try again in a moment.').waitFor();
  await page.unroute('**/bookmarks');
  await first.getByRole('button', { name: `Bookmark ${name}` }).press('Enter');
  await popup.getByRole('button', { name: 'Cool' }).click();
  await table.getByRole('cell', { name, exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);

  const names = () => table.locator('tbody tr td:nth-child(2)').allInnerTexts();
  expect(await names()).toEqual(['Plain English', name]);
  await table.getByRole('button', { name: 'Course Name' }).click();
  expect(await names()).toEqual(['Plain English', name].sort());
  await page.getByRole('button', { name: 'Remove Plain English' }).press('Enter');
  await expect.poll(names).toEqual([name]);
  await other.reload();
  await expect.poll(names).toEqual([name]);
});
