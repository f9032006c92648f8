import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { UserType } from '#contract/schemas/users.ts';
import { delayPageCode } from '#e2e/support/browser/delay-page-code.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { readScrollPosition } from '#e2e/support/browser/read-scroll-position.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { productUrl, test } from '#e2e/support/journey.ts';

/** Returns the tag and the text of the focused element. */
const describeFocus = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);

test('the skip link and the palette work with the keyboard alone', async ({ browse }) => {
  const page = await browse('/');
  await page.locator('article').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await describeFocus(page)).toBe('A Skip to main content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');

  // Pages fade in, unless the user prefers reduced motion, as this browser does.
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function markFadedPages(...parameters) {
      if (this.id === 'content') document.documentElement.toggleAttribute('data-faded', true);
      return animate.apply(this, parameters);
    };
  });
  const faded = page.locator('html[data-faded]');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search or jump to…').waitFor();
  await page.keyboard.type('plain engl');
  await page.getByRole('option', { name: /Plain English/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/courseDetails/*');
  await expect.poll(() => describeFocus(page)).toBe('H1 Plain English');
  expect(await page.title()).toBe('Plain English · Lyceum');
  expect(await faded.count()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('banner').getByRole('link', { name: 'Instructors' }).click();
  await faded.waitFor({ state: 'attached' });

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search or jump to…').waitFor();
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Search or jump to…').waitFor({ state: 'detached' });
});

test('the search button keeps its place when the bell and the menus of a user appear', async ({ browse }) => {
  const page = await browse('/about', 'Student');
  const search = page.getByRole('banner').getByRole('button', { name: 'Search' });
  const readRightEdge = () => search.evaluate((button) => button.getBoundingClientRect().right);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    const answering = Promise.withResolvers<void>();
    await page.route('**/userType?*', async (route) => {
      await answering.promise;
      await route.continue();
    });
    const asking = page.waitForRequest('**/userType?*');
    await page.goto(`${productUrl()}/faq`);
    await asking;
    const before = await readRightEdge();
    answering.resolve();
    await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).waitFor();
    expect(await readRightEdge()).toBe(before);
    await page.unrouteAll();
  }
});

test('a new page begins at the top, and the previous page returns to its scroll position, even after a reload', async ({
  browse,
}) => {
  const page = await browse('/allCourses');
  const cards = page.getByRole('main').getByRole('article');
  // On a busy machine, the browser reports scrolling only after the next page is shown. So until the reload, this page gets no such event.
  await page.evaluate(() =>
    addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  await cards.nth(12).scrollIntoViewIfNeeded();
  await expect.poll(() => readScrollPosition(page)).toBeGreaterThan(200);
  const scrolledBefore = await readScrollPosition(page);
  // A Playwright click would scroll the page first.
  await page.getByRole('banner').getByRole('link', { name: 'Instructors' }).dispatchEvent('click');
  await page.getByRole('heading', { level: 1, name: 'Our Instructors' }).waitFor();
  expect(await readScrollPosition(page)).toBe(0);
  await page.goBack();
  await cards.first().waitFor();
  await expect.poll(() => readScrollPosition(page)).toBe(scrolledBefore);

  await page.reload();
  await cards.first().waitFor();
  await expect.poll(() => readScrollPosition(page)).toBe(scrolledBefore);
  // A search changes only the query of the address, so the page stays where it is.
  await page.getByRole('searchbox', { name: 'Search courses' }).evaluate((search: HTMLInputElement) => {
    // React replaces the element's setter and ignores what is set with it, so the prototype's setter is used.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'e');
    search.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForURL('**/allCourses?search=e');
  expect(await readScrollPosition(page)).toBeGreaterThan(0);
  await page.getByRole('banner').getByRole('link', { name: 'Instructors' }).dispatchEvent('click');
  await page.getByRole('heading', { level: 1, name: 'Our Instructors' }).waitFor();
  await page.goBack();
  await cards.first().waitFor();
  // The exact scroll position depends on the courses that the search has found in the meantime.
  await expect.poll(() => readScrollPosition(page)).toBeGreaterThan(0);
});

test('a link to the reviews of a course leads to them, however far the page was scrolled before', async ({
  browse,
}) => {
  const page = await browse('/allCourses');
  const measureDistanceToReviews = () =>
    page.evaluate(() =>
      Math.abs(document.getElementById('reviews-of-the-course')?.getBoundingClientRect().top ?? Number.NaN),
    );
  for (const course of [0, 1]) {
    await page.getByRole('article').filter({ hasText: 'Rated' }).nth(course).getByRole('link').click();
    await page.locator('a[href="#reviews-of-the-course"]').click();
    await expect.poll(measureDistanceToReviews).toBeLessThan(200);
    await page.evaluate(() => scrollBy(0, -150));
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'All Courses' }).waitFor();
  }
});

test('a page stays until the code of the next page is loaded, and only the last clicked link is followed', async ({
  browse,
}) => {
  const page = await browse('/about');
  const footer = page.getByRole('contentinfo');
  const loading = Promise.withResolvers<void>();
  await page.route('**/assets/faq-page-*.js', async (route) => {
    await loading.promise;
    await route.continue();
  });
  await footer.getByRole('link', { name: 'FAQ' }).click();
  await page.waitForURL('**/faq');
  // The bar at the top appears only if the code takes long to load.
  await page.locator('.appear-late.fixed').waitFor({ state: 'attached' });
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor();
  await footer.getByRole('link', { name: 'Privacy Policy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  const loaded = page.waitForResponse('**/assets/faq-page-*.js');
  loading.resolve();
  await loaded;
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Privacy Policy');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor();
});

test('a visitor who opens a page for students gets to the login page with one redirect, even if its code loads slowly', async ({
  visit,
}) => {
  const page = await visit('/about');
  await delayPageCode(page, 'login-page');
  await page.evaluate(() => {
    const replace = history.replaceState;
    let count = 0;
    history.replaceState = (...parameters) => {
      count += 1;
      document.documentElement.dataset.replaced = String(count);
      replace.apply(history, parameters);
    };
  });
  await followPath(page, '/myNotes');
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.replaced)).toBe('1');
});

test('after a double click on a link, going back once leads to the page before it', async ({ visit }) => {
  const page = await visit('/about');
  await delayPageCode(page, 'faq-page');
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).dblclick();
  await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'About Us' }).waitFor();
});

test('a page whose code cannot be loaded shows an error in the frame, and other pages still open', async ({
  browse,
}) => {
  const page = await browse('/about');
  const footer = page.getByRole('contentinfo');
  await page.route('**/assets/faq-page-*.js', (route) => route.abort());
  await footer.getByRole('link', { name: 'FAQ' }).click();
  await page.getByText('This page could not be shown').waitFor();
  await footer.getByRole('link', { name: 'Terms of Service' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor();
  await page.unroute('**/assets/faq-page-*.js');
  await page.goBack();
  await page.getByText('This page could not be shown').waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'FAQ' }).waitFor();
});

test('the page stays as it is if the code of the palette cannot be loaded', async ({ browse }) => {
  const page = await browse('/about');
  await page.route('**/assets/palette-*.js', (route) => route.abort());
  const failure = page.waitForEvent('console', (message) => message.text().includes('could not be loaded'));
  await page.goto(`${productUrl()}/faq`);
  await waitUntilLive(page);
  await page.keyboard.press('Control+k');
  await failure;
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('FAQ');
});

test('an unknown address shows the not-found page with a way back', async ({ browse }) => {
  const page = await browse('/about');
  await followPath(page, '/no/such/page');
  await page.getByRole('heading', { name: 'Oops! Page Not Found' }).waitFor();
  await page
    .getByText('The page you are looking for might have been removed or is temporarily unavailable.', {
      exact: true,
    })
    .waitFor();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await page.getByRole('heading', { name: 'About Us' }).waitFor();
});

test('an unknown address is answered with status 404, and without a previous page Go Back leads home', async ({
  visit,
}) => {
  const page = await visit('/about');
  const opening = page.waitForEvent('popup');
  await page.evaluate(() => window.open('/no-such-page', '_blank', 'noopener'));
  const tab = await opening;
  await tab.getByRole('button', { name: 'Go Back' }).click();
  await tab.waitForURL(`${productUrl()}/`);
  // After Back, the home page is a later entry of the history. The second time, the browser has no Navigation API.
  for (const apis of [[], ['navigation']]) {
    await tab.goBack();
    await tab.evaluate((names) => names.every((name) => Reflect.deleteProperty(window, name)), apis);
    await tab.getByRole('button', { name: 'Go Back' }).click();
    await tab.waitForURL(`${productUrl()}/`);
  }
  expect(await tab.evaluate(() => 'navigation' in window)).toBe(false);
  const answer = await page.request.get(`${productUrl()}/no-such-page`, { headers: { accept: 'text/html' } });
  expect(answer.status()).toBe(404);
});

test('the chosen theme is already set when the page of the next visit has been parsed', async ({ visit }) => {
  const page = await visit('/', { colorScheme: 'light' });
  await page.getByText('Dark', { exact: true }).click();
  await page.waitForSelector('html[data-theme=dark]');
  // Without storage the choice applies as long as the tab is open, even if the system's setting changes.
  await page.evaluate(() => localStorage.removeItem('lyceum-theme'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.evaluate(() => localStorage.setItem('lyceum-theme', 'dark'));
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.dataset.themeAtStart = document.documentElement.dataset.theme ?? '';
    });
  });
  await page.reload();
  await page.waitForSelector('html[data-theme-at-start=dark]');
  // The dark theme darkens pictures.
  const picture = page.locator('article img').first();
  expect(await picture.evaluate((image) => getComputedStyle(image).filter)).toMatch(/^brightness\(0\.\d+\)/);
});

/** The addresses and headings of the pages in the Dashboard menu of each role. */
const dashboardMenus: Record<UserType, Record<string, string>> = {
  Student: {
    '/enrolled-courses': 'My Enrolled Courses',
    '/bookmarks': 'Bookmarked Courses',
    '/showAnnouncement': 'Announcements',
    '/myNotes': 'My Notes',
    '/myProfile': 'My Profile',
  },
  Instructor: {
    '/myProfile': 'My Profile',
    '/announcement': 'Post an Announcement',
    '/courseStudents': 'Students',
    '/marking': 'Mark Quizzes',
  },
  Admin: {
    '/myProfile': 'My Profile',
    '/announcement': 'Post an Announcement',
    '/marking': 'Mark Quizzes',
    '/dashboard': 'Live Dashboard',
    '/insight': 'Insight',
    '/users': 'User Management Dashboard',
    '/addCourse': 'Add New Course',
    '/audit': 'History',
  },
};
/** Pages for signed-in users to which the header bar links. */
const headerBarPages = { '/reviews': 'User Reviews', '/highRatedCourses': 'Top 5 Trending Courses' };
/** Returns the links that the Dashboard section of the mobile menu must have, sorted. */
const expectedMobileLinks = (links: string[]) =>
  [...new Set(['/enrolled-courses', '/bookmarks', ...links])].sort();

test.for(Object.entries(dashboardMenus) as [UserType, Record<string, string>][])(
  'the Dashboard menu of %s links to the pages of the role, and each page has one main heading',
  async ([role, pages], { browse }) => {
    const links = Object.keys(pages);
    const page = await browse('/', role);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    const dashboard = page.getByRole('navigation', { name: 'Dashboard' });
    await dashboard.getByRole('button', { name: 'Dashboard' }).click();
    const readLinks = () =>
      dashboard.getByRole('link').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    await expect.poll(readLinks).toEqual(links);
    for (const [link, name] of Object.entries({ ...pages, ...(role === 'Student' ? headerBarPages : {}) })) {
      await followPath(page, link);
      await page.getByRole('main').getByRole('heading', { level: 1, name, exact: true }).waitFor();
      expect(await page.getByRole('main').getByRole('heading', { level: 1 }).count()).toBe(1);
    }

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Dashboard' });
    const readMobileLinks = () =>
      menu
        .getByRole('link')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? '').sort());
    await expect.poll(readMobileLinks).toEqual(expectedMobileLinks(links));
  },
);

test('a student who opens a page for another role sees a message and a link home', async ({ browse }) => {
  const page = await browse('/addCourse', 'Student');
  await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.getByRole('heading', { name: 'Learn Smarter, Achieve More' }).waitFor();
});

test('the copyright notice shows the current year', async ({ browse }) => {
  const page = await browse('/about');
  const year = await page.evaluate(() => new Date().getFullYear());
  await page.getByRole('contentinfo').getByText(`© ${year}`).waitFor();
});
