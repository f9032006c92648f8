/**
 * Public pages arrive with their content. The fixtures fail a test if a page throws. React reports each difference between the server's
 * page and the client's as an error, so a difference also fails the test.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fetchToken, sendCommand } from '#e2e/support/api-calls.ts';
import { waitUntilLive } from '#e2e/support/browser/wait-until-live.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

const withoutJavaScript = { javaScriptEnabled: false };

type ListedCourse = { _id: string; course_name: string };

const readJson = async <T>(path: string): Promise<T> =>
  (await (await fetch(productUrl() + path)).json()) as T;

const findCourse = async (name: string): Promise<ListedCourse> => {
  const { courses } = await readJson<{ courses: ListedCourse[] }>(
    `/catalogue?limit=1&search=${encodeURIComponent(name)}`,
  );
  const [course] = courses;
  if (course === undefined) throw new Error(`There is no course ${name}.`);
  return course;
};

/** Returns the id of the course with the most reviews. */
const findReviewedCourse = async (): Promise<string> => {
  const { courses } = await readJson<{ courses: { _id: string }[] }>('/ratings?limit=1');
  const [course] = courses;
  if (course === undefined) throw new Error('No course has a review.');
  return course._id;
};

/** Issues a certificate to a new student. @returns its number, and the name of the student. */
const issueCertificate = async () => {
  const student = await createEnrolledStudent('Plain English', 5);
  return { number: await student.collectCertificate(), name: student.person.name };
};

/** A part of the HTML that only pages with a description have. */
const description = 'rel="canonical"';

/**
 * Waits until the server sends the page with its content and with these parts. On a busy machine it may at first leave the rendering to the
 * client, leave out the description, or not know the latest events.
 */
const waitUntilRendered = async (path: string, ...parts: string[]) => {
  const findMissing = async () => {
    const html = await (await fetch(productUrl() + path, { headers: { accept: 'text/html' } })).text();
    return ['id="page-state"', ...parts].filter((part) => !html.includes(part));
  };
  await expect.poll(findMissing).toEqual([]);
};

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('without JavaScript, public pages can be read and have a title, a description and data for search engines', async ({
  visit,
}) => {
  const course = await findCourse('Plain English');
  const { number, name } = await issueCertificate();
  await waitUntilRendered('/');
  const page = await visit('/', withoutJavaScript);
  await heading(page, /Learn Smarter/).waitFor();
  expect(await page.getByRole('main').getByRole('article').count()).toBe(3);
  for (const [path, text] of [
    ['/allCourses', 'Physics of Everyday Things'],
    ['/allCourses?search=Plain', 'Plain English'],
    [`/courseDetails/${course._id}`, 'About the course'],
    ['/instructors', 'Our Instructors'],
    [`/verify/${number}`, name],
    ['/about', 'Where to start'],
    ['/faq', 'I forgot my password.'],
    ['/privacy-policy', 'How we store it'],
    ['/terms-of-service', 'No warranty'],
  ] as const) {
    await waitUntilRendered(path, text, description);
    await page.goto(productUrl() + path);
    await page.getByText(text, { exact: true }).first().waitFor();
    expect(await page.locator('[style]').count(), path).toBe(0);
    expect(await page.title(), path).toMatch(/^.+ · Lyceum$/);
    expect(await page.locator('meta[name="description"]').getAttribute('content'), path).toMatch(/\S/);
    const canonicalLink = page.locator('link[rel="canonical"]');
    expect(await canonicalLink.getAttribute('href'), path).toBe(productUrl() + path.replace(/\?.*/, ''));
  }
  await page.goto(`${productUrl()}/courseDetails/${course._id}`);
  const structuredData = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(structuredData ?? '')).toMatchObject({ '@type': 'Course', name: 'Plain English' });
});

test('an unknown course has status 404 and says so without JavaScript', async ({ visit }) => {
  const path = `/courseDetails/${randomUUID()}`;
  const readStatus = async () =>
    (await fetch(productUrl() + path, { headers: { accept: 'text/html' } })).status;
  await expect.poll(readStatus).toBe(404);
  await heading(await visit(path, withoutJavaScript), 'Course not found').waitFor();
  await heading(await visit(path), 'Course not found').waitFor();
});

test('the client takes over each page as the server rendered it, and requests no data again except certificates', async ({
  visit,
}) => {
  const course = await findReviewedCourse();
  const { number, name } = await issueCertificate();
  await waitUntilRendered(`/verify/${number}`, name);
  // For a part of each day, the date in this time zone differs from the date in UTC. The language has a different date format.
  const page = await visit('/about', { timezoneId: 'Pacific/Kiritimati', locale: 'de-DE' });
  for (const path of [
    '/',
    '/allCourses',
    '/allCourses?category=Business&sort=price',
    `/courseDetails/${course}`,
    '/instructors',
    `/verify/${number}`,
    '/verify',
    '/faq',
  ]) {
    await waitUntilRendered(path);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') requests.push(new URL(request.url()).pathname);
    });
    await page.goto(productUrl() + path);
    await waitUntilLive(page);
    page.removeAllListeners('request');
    // A certificate may have been withdrawn in the meantime, so its page requests it again immediately.
    expect(
      requests.filter((requested) => !/^\/(configuration.json|verify\/.*)$/.test(requested)),
      path,
    ).toEqual([]);
  }
});

test('a rendered page shows a later change without a reload, and the server then renders the page with the change', async ({
  visit,
}) => {
  const admin = demoAccountOf('Admin');
  const product = { url: productUrl() };
  const token = await fetchToken(product, admin);
  const { _id: id } = await findCourse('The Honest Spreadsheet');
  const details = `Edited ${randomUUID()}`;
  const page = await visit(`/courseDetails/${id}`);
  const current = await readJson<Record<string, unknown>>(`/courses/${id}`);
  const { course_name, course_code, category, duration, difficulty, price, instructor, imageUrl } = current;
  await sendCommand(product, token, 'PUT', `/courses/${id}`, {
    ...{ course_name, course_code, category, duration, difficulty, price, instructor, imageUrl },
    details,
  });
  await page.getByText(details).waitFor();
  const read = async () =>
    (await fetch(`${productUrl()}/courseDetails/${id}`, { headers: { accept: 'text/html' } })).text();
  await expect.poll(read).toContain(details);
});

test('a signed-in user gets their own page, without the links for visitors', async ({ visitAs }) => {
  const page = await visitAs('Student', '/');
  await page.getByRole('button', { name: /^Account of/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0);
  await page.goto(`${productUrl()}/courseDetails/${await findReviewedCourse()}`);
  await page.getByRole('list', { name: 'Reviews' }).getByRole('article').first().waitFor();
});

test('a review that contains markup is shown as text by the server and by the client', async ({ visit }) => {
  const tag = randomUUID();
  const hostile = `</script><script>document.title='hacked'</script><!-- ${tag}`;
  const student = await createEnrolledStudent('Chance and Judgement', 5);
  await student.call('POST', '/reviews', {
    courseId: student.path.split('/').at(-1),
    rating: 7,
    comment: hostile,
  });
  const path = `/courseDetails/${student.courseId}`;
  await waitUntilRendered(path, tag, description);
  for (const options of [withoutJavaScript, {}]) {
    const page = await visit(path, options);
    await page.getByText(hostile).waitFor();
    expect(await page.title()).toMatch(/Chance and Judgement/);
    expect(await page.locator('main script').count()).toBe(0);
  }
});

test('after a navigation in the client the canonical address is that of the new page', async ({ visit }) => {
  const { _id: id } = await findCourse('Plain English');
  const path = `/courseDetails/${id}`;
  await waitUntilRendered(path, description);
  const page = await visit(path);
  const readCanonicalAddress = () => page.locator('link[rel="canonical"]').getAttribute('href');
  const descriptions = page.locator('script[type="application/ld+json"], meta[property^="og:"]');
  expect(await readCanonicalAddress()).toBe(productUrl() + path);
  expect(await descriptions.count()).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'Instructors', exact: true }).first().click();
  await heading(page, 'Our Instructors').waitFor();
  await expect.poll(readCanonicalAddress).toBe(`${productUrl()}/instructors`);
  expect(await descriptions.count()).toBe(0);
});
