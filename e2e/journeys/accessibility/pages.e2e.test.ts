import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { UserType } from '#contract/schemas/users.ts';
import { inspect } from '#e2e/support/browser/inspect-accessibility.ts';
import { productUrl, signInAs, test } from '#e2e/support/journey.ts';

const open = [
  '/',
  '/allCourses?search=a%20',
  '/allCourses?search=nothing%20of%20the%20kind',
  '/instructors',
  '/about',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
  '/verify',
  '/no-such-page',
];
const forVisitors = [
  '/auth/login',
  '/auth/register',
  '/auth/forgotten-password',
  '/auth/new-password',
  '/auth/new-password?oobCode=some-code',
];

/** What a role sees otherwise than others, or alone. */
const pages: Record<UserType, string[]> = {
  Student: [
    ...['/enrolled-courses', '/bookmarks', '/myNotes', '/reviews', '/highRatedCourses'],
    ...['/showAnnouncement', '/myProfile', '/quizzes?course=ENG', '/users'],
  ],
  Instructor: ['/announcement', '/showAnnouncement', '/marking', '/myProfile'],
  Admin: [
    ...['/dashboard', '/insight', '/users', '/audit', '/addCourse'],
    ...['/allCourses?search=a%20', '/', '/reviews', '/myProfile'],
  ],
};

const headed = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
/** Waits until the page has its heading and nothing is loading; a page that never settles is a finding of its own. */
const settled = async (page: Page) => {
  await headed(page);
  await page.waitForLoadState('networkidle');
};

/** What is found on each of the addresses where anything is. */
const inspectAll = async (page: Page, addresses: readonly string[]): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const address of addresses) {
    await page.goto(productUrl() + address);
    await settled(page);
    const here = await inspect(page, () => headed(page));
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
    const course = await anyCourse();
    const inThePast = `/courseDetails/${course}?asOf=${new Date().toISOString()}`;
    const more = role === 'Admin' ? [`/updateCourse/${course}`, inThePast] : [];
    expect(await inspectAll(page, [...addresses, ...more])).toEqual({});
  },
);
