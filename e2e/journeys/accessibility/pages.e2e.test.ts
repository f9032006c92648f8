import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { UserType } from '#contract/schemas/users.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { productUrl, test } from '#e2e/support/journey.ts';

const publicPages = [
  '/',
  '/allCourses?search=english',
  '/allCourses?search=nothing%20of%20the%20kind',
  '/instructors',
  '/about',
  '/faq',
  '/privacy-policy',
  '/terms-of-service',
  '/verify',
  '/no-such-page',
];
const visitorPages = [
  '/auth/login',
  '/auth/register',
  '/auth/forgotten-password',
  '/auth/new-password',
  '/auth/new-password?oobCode=some-code',
];

/** The pages that are inspected as a user of each role. `/users` refuses Students. */
const pagesOfRoles: Record<UserType, string[]> = {
  Student: [
    '/enrolled-courses',
    '/bookmarks',
    '/myNotes',
    '/reviews',
    '/highRatedCourses',
    '/showAnnouncement',
    '/myProfile',
    '/quizzes?course=ENG',
    '/users',
  ],
  Instructor: ['/announcement', '/showAnnouncement', '/marking', '/courseStudents', '/myProfile'],
  Admin: [
    '/dashboard',
    '/insight',
    '/users',
    '/audit',
    '/addCourse',
    // The home page shows an Admin the same cards as the catalogue, so the catalogue is enough.
    '/allCourses?search=english',
    '/reviews',
    '/myProfile',
  ],
};

const waitForHeading = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
/** Waits until the page has its heading, and no skeletons or spinners. */
const waitUntilLoaded = async (page: Page) => {
  await waitForHeading(page);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.animate-pulse, .animate-spin') === null);
};

const isSamePath = (page: Page, address: string) =>
  new URL(address, productUrl()).pathname === new URL(page.url()).pathname;

/** Returns the findings for each address that has any. */
const inspectAll = async (page: Page, addresses: readonly string[]): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const address of addresses) {
    // `followPath` needs a page with a different heading.
    if (isSamePath(page, address)) await page.goto(productUrl() + address);
    else await followPath(page, address);
    await waitUntilLoaded(page);
    const findings = await inspectAccessibility(page, () => waitForHeading(page), {
      shouldCheckTargets: true,
    });
    if (findings.length > 0) found[address] = findings;
  }
  return found;
};

const findCourseId = async (): Promise<string> => {
  const courses = (await (await fetch(`${productUrl()}/courses?limit=1`)).json()) as { _id: string }[];
  return courses[0]?._id ?? '';
};

test('axe finds no accessibility problems on the public pages', async ({ browse }) => {
  const page = await browse('/');
  const addresses = [...publicPages, ...visitorPages, `/courseDetails/${await findCourseId()}`];
  expect(await inspectAll(page, addresses)).toEqual({});
});

test.for(Object.entries(pagesOfRoles) as [UserType, string[]][])(
  'axe finds no accessibility problems on the pages of %s',
  async ([role, addresses], { browse }) => {
    const page = await browse('/', role);
    const courseId = await findCourseId();
    const inThePast = `/courseDetails/${courseId}?asOf=${new Date().toISOString()}`;
    const coursePages =
      role === 'Admin' ? [`/updateCourse/${courseId}`, `/courseStudents/${courseId}`, inThePast] : [];
    expect(await inspectAll(page, [...addresses, ...coursePages])).toEqual({});
  },
);
