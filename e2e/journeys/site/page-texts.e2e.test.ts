import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { focusedText } from '#e2e/support/browser/keyboard.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

const waitForHeading = (page: Page, name: string, level?: number) =>
  page.getByRole('heading', { name, exact: true, ...(level ? { level } : {}) }).waitFor();

test('the home page shows its banner, whose link scrolls to the courses', async ({ browse }) => {
  const page = await browse('/');
  await waitForHeading(page, 'Learn Smarter, Achieve More', 1);
  await waitForHeading(page, 'Explore Diverse Learning Opportunities');
  await page.getByText(/^Total Courses: \d+$/).waitFor();
  await page.getByRole('button', { name: 'Sort by Difficulty' }).waitFor();
  await page.getByRole('link', { name: 'Show All Courses' }).waitFor();
  await page.getByRole('link', { name: 'Explore Courses Below' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
});

test('the footer links to its pages, an e-mail address and a phone number', async ({ browse }) => {
  const page = await browse('/about');
  const footer = page.getByRole('contentinfo');
  for (const group of ['Follow Us', 'Resources', 'Contact Us'])
    await footer.getByRole('heading', { name: group, exact: true }).waitFor();
  expect(await footer.locator('a[href^="mailto:"], a[href^="tel:"]').count()).toBe(2);
  const pages = {
    'About Us': '/about',
    FAQ: '/faq',
    'Privacy Policy': '/privacy-policy',
    'Terms of Service': '/terms-of-service',
  };
  for (const [name, path] of Object.entries(pages)) {
    await footer.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(productUrl() + path);
    await waitForHeading(page, name, 1);
  }
});

test('the instructors page shows a card for each course', async ({ browse }) => {
  const page = await browse('/instructors');
  await waitForHeading(page, 'Our Instructors', 1);
  const courses = (await (await fetch(`${productUrl()}/courses`)).json()) as unknown[];
  await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBe(courses.length);
});

test('a user table without users shows a message', async ({ browse }) => {
  const page = await browse('/about', 'Admin');
  await page.route('**/directory?*', (route) => route.fulfill({ json: { total: 0, users: [] } }));
  await page.goto(`${productUrl()}/users`);
  for (const group of ['students', 'instructors', 'admins'])
    await page.getByText(`No ${group} available`, { exact: true }).waitFor();
});

test('the Next button of a table keeps the focus when the last page is reached', async ({ browse }) => {
  const page = await browse('/users', 'Admin');
  const pages = page.getByRole('navigation', { name: 'Pages of Students' });
  const next = pages.getByRole('button', { name: 'Next page' });
  await next.focus();
  for (let pressed = 0; pressed < 20 && (await next.getAttribute('aria-disabled')) !== 'true'; pressed += 1)
    await page.keyboard.press('Enter');
  await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Next page');
  const shown = await pages.textContent();
  await page.keyboard.press('Enter');
  expect(await pages.textContent()).toBe(shown);
});

test('a very long name does not push the actions of a user out of sight', async ({ browse }) => {
  const page = await browse('/about', 'Admin');
  await page.setViewportSize({ width: 1024, height: 700 });
  const person = {
    _id: randomUUID(),
    name: 'N'.repeat(200),
    email: `${'e'.repeat(60)}@${'d'.repeat(60)}.example`,
    imageUrl: '/none.svg',
    userType: 'Student',
    wishedType: null,
    registeredAt: '2026-01-01T00:00:00Z',
  };
  await page.route('**/directory?*', (route) => {
    const isForStudents = new URL(route.request().url()).searchParams.get('userTypes') === 'Student';
    return route.fulfill({ json: isForStudents ? { total: 1, users: [person] } : { total: 0, users: [] } });
  });
  await page.goto(`${productUrl()}/users`);
  const button = await page.getByRole('button', { name: /^Delete N/ }).boundingBox();
  expect((button?.x ?? 1024) + (button?.width ?? 0)).toBeLessThan(1024);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
});

test('a page offers Retry if the role of the user could not be loaded', async ({ browse }) => {
  const page = await browse('/about', 'Student');
  let isBroken = true;
  await page.route('**/userType?*', (route) =>
    isBroken ? route.fulfill({ status: 500 }) : route.continue(),
  );
  // A user of unknown role is not asked to complete a registration.
  await page.goto(`${productUrl()}/auth/complete-registration`);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(`${productUrl()}/myProfile`);
  await waitForHeading(page, 'Your role could not be checked', 1);
  // The server still fails when the button is clicked. The client also retries automatically, and after a success there is no button.
  await page.getByRole('button', { name: 'Retry' }).click();
  isBroken = false;
  await waitForHeading(page, 'My Profile', 1);
});

test('a list that fails to load shows the request id and loads on Retry', async ({ browse }) => {
  const page = await browse('/about');
  let isBroken = true;
  await page.route('**/catalogue?*', (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Something went wrong here',
            status: 500,
            code: 'internal-error',
            detail: 'Something went wrong here. It is not your fault.',
            requestId: 'request-of-the-test',
          }),
        })
      : route.continue(),
  );
  await page.getByRole('link', { name: 'All Courses', exact: true }).first().click();
  const alert = page.getByRole('alert');
  await alert.getByText('The courses could not be loaded').waitFor();
  await alert.getByText('request-of-the-test').waitFor();
  isBroken = false;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await page.locator('article').first().waitFor();
});

test('a page whose code fails to load offers Retry', async ({ browse }) => {
  const page = await browse('/about');
  const code = /assets\/instructors-page/;
  await page.route(code, (route) => route.abort());
  await page.getByRole('link', { name: 'Instructors', exact: true }).click();
  await page.getByText(/^You may be offline, or Lyceum may have been updated/).waitFor();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Retry' }).click();
  await waitForHeading(page, 'Our Instructors', 1);
});

test('a failed profile change shows a message and keeps the input', async ({ browse }) => {
  const page = await browse('/myProfile', 'Student');
  await page.route('**/users/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await page.getByLabel('Name', { exact: true }).fill('Samir the Second');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByText('Error updating profile. Please try again.', { exact: true })
    .waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Samir the Second');
});

test('a popup traps the focus, keeps the palette closed, and returns the focus when it closes', async ({
  browse,
}) => {
  const page = await browse('/allCourses', 'Admin');
  const palette = page.getByPlaceholder('Search or jump to…');
  // Loads the code of the palette.
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove Plain English' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
  await expect.poll(() => focusedText(page)).toBe('Cancel');
  for (const name of ['Yes, delete it!', 'Cancel', 'Yes, delete it!']) {
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedText(page)).toBe(name);
  }
  await page.keyboard.press('Control+k');
  // Gives a palette time to open.
  await page.waitForTimeout(300);
  expect(await palette.count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => focusedText(page)).toBe('Remove Plain English');
});

test('markup in texts is shown as text, and very long texts do not break the layout', async ({ browse }) => {
  const hostile = '<img src=x onerror="document.title=1">{{7*7}}<script>alert(1)</script>';
  const page = await browse('/about');
  await page.setViewportSize({ width: 320, height: 640 });
  const [course] = (await (await fetch(`${productUrl()}/courses?limit=1`)).json()) as object[];
  const hostileCourse = {
    ...course,
    course_name: hostile + 'W'.repeat(200 - hostile.length),
    instructor: 'M'.repeat(200),
    details: `${hostile}\n\n${'x'.repeat(5_000)}`,
    duration: '9'.repeat(100),
    difficulty: '8'.repeat(100),
    imageUrl: '/no-such-picture.svg',
  };
  const hasOverflow = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  const answerRequests = (json: unknown) => (route: Route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.fulfill({ json });
  const cataloguePage = { total: 1, position: 0, courses: [hostileCourse], suggestions: [] };
  await page.route('**/catalogue?*', answerRequests(cataloguePage));
  await page.route('**/courses/*', (route) =>
    route.request().resourceType() === 'image' ? route.continue() : answerRequests(hostileCourse)(route),
  );
  for (const path of ['/', '/allCourses', '/instructors', '/courseDetails/any']) {
    // The client opens the path itself, because the server would render the page with its own answers.
    await followPath(page, path);
    await page.getByRole('main').getByText(hostile).first().waitFor();
    expect({ path, hasOverflow: await hasOverflow() }).toEqual({ path, hasOverflow: false });
  }
  expect(await page.title()).toContain(hostile);
  expect(await page.locator('main script, main img[src=x]').count()).toBe(0);
});

test('the API page shows answers that are not JSON', async ({ visit }) => {
  const page = await visit('/api');
  const { email, password } = demoAccountOf('Admin');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(`You are signed in as ${email}`).waitFor();
  const endpoint = page.locator('details', { has: page.getByText('/directory', { exact: true }) });
  await endpoint.locator('summary').click();
  await endpoint.getByLabel('format').fill('csv');
  await endpoint.getByRole('button', { name: 'Send GET' }).click();
  await endpoint.getByText(/^200 /).waitFor();
  expect(await endpoint.locator('pre').textContent()).toContain('Name,Email,Image');
});
