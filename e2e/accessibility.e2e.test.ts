import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { UserType } from '#events/contract/users.ts';
import { findings, inspect } from './inspect.ts';
import { productUrl, signInAs, test } from './journey.ts';

const open = [
  '/',
  '/allCourses',
  '/allCourses?search=nothing%20of%20the%20kind',
  '/instructors',
  '/about',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
  '/no-such-page',
];
const forVisitors = [
  '/auth/login',
  '/auth/register',
  '/auth/forgotten-password',
  '/auth/new-password',
  '/auth/new-password?oobCode=some-code',
];
const forEverybodySignedIn = ['/reviews', '/highRatedCourses', '/showAnnouncement', '/myProfile'];

const pages: Record<UserType, string[]> = {
  Student: ['/showAnnouncement', '/enrolled-courses', '/bookmarks', '/myNotes', '/users'],
  Instructor: ['/announcement', '/showAnnouncement'],
  Admin: ['/dashboard', '/users', '/audit', '/addCourse', '/announcement', '/allCourses', '/'],
};

/** Waits until the page has its heading and nothing is loading; a page that never settles is a finding of its own. */
const settled = async (page: Page) => {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
};

/** What is found on each of the addresses where anything is. */
const inspectAll = async (page: Page, addresses: readonly string[]): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const address of addresses) {
    await page.goto(productUrl() + address);
    const here = await inspect(page, () => settled(page));
    if (here.length > 0) found[address] = here;
  }
  return found;
};

const anyCourse = async (): Promise<string> => {
  const courses = (await (await fetch(`${productUrl()}/courses?limit=1`)).json()) as { _id: string }[];
  return courses[0]?._id ?? '';
};

test('axe finds nothing on what is open to visitors', { timeout: 240_000 }, async ({ visit }) => {
  const page = await visit('/');
  const addresses = [...open, ...forVisitors, `/courseDetails/${await anyCourse()}`];
  expect(await inspectAll(page, addresses)).toEqual({});
});

test.for(Object.entries(pages) as [UserType, string[]][])(
  'axe finds nothing on the pages of %s',
  { timeout: 240_000 },
  async ([role, addresses], { visit }) => {
    const page = await visit('/auth/login');
    await signInAs(page, role);
    const more = role === 'Admin' ? [`/updateCourse/${await anyCourse()}`] : [];
    expect(await inspectAll(page, [...addresses, ...more, ...forEverybodySignedIn])).toEqual({});
  },
);

test('axe finds nothing in the palette, the sheet, the menu and a popup', async ({ visit }) => {
  const page = await visit('/auth/login');
  await signInAs(page, 'Admin');
  await page.goto(`${productUrl()}/allCourses`);
  await page.getByRole('button', { name: 'Remove Plain English' }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Dashboard' }).click();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search courses and pages').fill('a');
  await page.getByRole('option').first().waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  expect(await findings(page)).toEqual([]);
});

test('axe finds nothing in forms that say what is wrong, and in the choice of a role', async ({ visit }) => {
  const page = await visit('/auth/register');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Name is required.').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.goto(`${productUrl()}/auth/login`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByText('Please fill in all fields.').waitFor();
  expect(await findings(page)).toEqual([]);
  await signInAs(page, 'Admin');
  await page.goto(`${productUrl()}/addCourse`);
  await page.getByRole('button', { name: 'Add Course' }).click();
  await page.getByText('Course name is required.').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.goto(`${productUrl()}/users`);
  await page
    .getByRole('button', { name: /^Role of/ })
    .first()
    .click();
  await page.getByLabel(/^New role of/).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('Filter by name or e-mail').fill('nobody at all');
  await page
    .getByText(/^None of \d+ matches/)
    .first()
    .waitFor();
  expect(await findings(page)).toEqual([]);
});
