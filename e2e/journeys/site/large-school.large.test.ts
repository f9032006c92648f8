/**
 * A school with 10,000 courses. The journey starts its own product, because the demo school of the other journeys is small.
 */
import { Pool } from 'pg';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { headers } from '#contract/headers.ts';
import { addCourse, registerUser, sendCommand } from '#e2e/support/api-calls.ts';
import { launchBrowser, prepareBrowser } from '#e2e/support/browser/launch-browser.ts';
import {
  type MeasuredPage,
  measureView,
  prepareMeasurements,
  type ViewData,
} from '#e2e/support/measure-view.ts';
import { startProduct, stopProduct } from '#e2e/support/product/start-product.ts';
import { openAppender } from '#events/log/append/appender.ts';
import { openVault } from '#events/vault/vault.ts';
import { findMasterKey } from '#local/data-folder/secrets.ts';
import { fillSchool } from '#local/large-school/fill-school.ts';
import { findPostgresServer } from '#platform/postgres-server/server.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';

/** The maximum size of the JSON for a first view, in bytes before compression. */
const maxBytes = 40 * 1_024;
/** The processor of the measured pages is slowed down by this factor. The times of their tasks are printed, but not checked. */
const processorSlowdown = 4;
const size = { courses: 10_000, students: 4_000, enrolmentsPerStudent: 10, seed: 1 };
const fillTimeoutMs = 600_000;

await prepareBrowser();
const product = await startProduct({ args: ['--empty'] });
afterTests(() => stopProduct(product));
const browser = await launchBrowser();
afterTests(() => browser.close());

const fillProduct = async () => {
  const url = await findPostgresServer(`${product.dataFolder}/postgres`);
  if (url === null) throw new Error('The product has no database.');
  await using resources = new AsyncDisposableStack();
  const pool = new Pool({ connectionString: url, max: 4 });
  resources.defer(() => pool.end());
  const vault = openVault({ pool, masterKey: findMasterKey(process.env, product.dataFolder) ?? '' });
  resources.defer(() => vault.close());
  const appender = openAppender({
    connectionString: url,
    vault,
    role: 'lyceum_command',
    timeoutMs: fillTimeoutMs,
  });
  resources.defer(() => appender.close());
  return await fillSchool(appender, size);
};

const credentials = (userType: 'Admin' | 'Student') => ({
  name: `${userType} of the large school`,
  userType,
  password: 'open sesame',
  email: `${userType.toLowerCase()}@large.example.org`,
});

const openPage = async (user: 'Admin' | 'Student' | null): Promise<MeasuredPage> => {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const measured = await prepareMeasurements(page, processorSlowdown);
  if (user === null) return measured;
  await page.goto(`${product.url}/auth/login`);
  await page.getByLabel('Email', { exact: true }).fill(credentials(user).email);
  await page.getByLabel('Password', { exact: true }).fill('open sesame');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/login'));
  return measured;
};

/** Returns whether the answer to a GET includes the data of a log position. While the read models are behind, the answer is stale. */
const isFreshAt = async (token: string, path: string, position: number): Promise<boolean> => {
  const answer = await fetch(product.url + path, {
    headers: { authorization: `Bearer ${token}`, [headers.awaitLogPosition]: String(position) },
  });
  await answer.body?.cancel();
  return answer.ok && !answer.headers.has(headers.logStale);
};

const formatWork = ({ all, scripts, compile, styles }: ViewData['work']) =>
  `${Math.round(all)} ms of processor time (scripts ${Math.round(scripts)}, compiling ${Math.round(compile)}, styles and layout ${Math.round(styles)})`;

const cards = (page: Page) => page.locator('article');

test('pages of a school with 10,000 courses fetch only what they show', async () => {
  const { enrolments } = await fillProduct();
  expect(enrolments).toBe(size.students * size.enrolmentsPerStudent);
  const adminToken = await registerUser(product, credentials('Admin'));
  const studentToken = await registerUser(product, credentials('Student'));
  const [course] = (await (await fetch(`${product.url}/courses?limit=1`)).json()) as { _id: string }[];
  if (course === undefined) throw new Error('The school is empty.');
  const { position } = await sendCommand(product, studentToken, 'POST', '/enrolledCourses', {
    courseId: course._id,
  });
  // While the read models are behind, pages fetch outdated data, and fetch it again when the models have caught up.
  await expect
    .poll(() => isFreshAt(adminToken, '/insight/questions', position), { timeout: fillTimeoutMs })
    .toBe(true);

  const views: Record<string, ViewData> = {};
  const measure = async (page: MeasuredPage, user: string, path: string) => {
    const view = await measureView(page, product.url + path);
    views[`${user} ${path}`] = view;
    expect(view.bytes, `${user} ${path} ${JSON.stringify(view.byAddress)}`).toBeLessThanOrEqual(maxBytes);
  };

  const visitorPage = await openPage(null);
  const { page: visitor } = visitorPage;
  await measure(visitorPage, 'visitor', '/');
  await visitor.getByText('Total Courses: 10000').waitFor();
  expect(await cards(visitor).count()).toBe(3);
  await measure(visitorPage, 'visitor', '/instructors');
  await measure(visitorPage, 'visitor', `/courseDetails/${course._id}`);
  await measure(visitorPage, 'visitor', '/allCourses?category=Medical&sort=name');
  await measure(visitorPage, 'visitor', '/allCourses');
  expect(await cards(visitor).count()).toBe(48);

  // The last course is about 200 pages away, but a search finds it.
  const { courses } = (await (await fetch(`${product.url}/catalogue?sort=newest&limit=1`)).json()) as {
    courses: { course_name: string }[];
  };
  const last = courses[0]?.course_name ?? '';
  expect(await visitor.getByRole('heading', { name: last }).count()).toBe(0);
  await visitor.getByPlaceholder('Search courses using course name...').fill(last);
  await visitor.getByRole('heading', { name: last, exact: true }).waitFor();

  // More courses are fetched on request. An added or removed course changes the list without another request.
  await visitor.goto(`${product.url}/allCourses?sort=newest`);
  await visitor.getByRole('button', { name: /^Show more of 10,000/ }).click();
  await expect.poll(() => cards(visitor).count()).toBe(96);
  const addresses: string[] = [];
  visitor.on('request', (request) => addresses.push(request.url()));
  const insertedId = await addCourse(product, adminToken, 'Optics of Glass');
  await visitor.getByText('Total Courses: 10001').waitFor();
  await visitor.getByRole('heading', { name: 'Optics of Glass' }).waitFor();
  expect(await cards(visitor).count()).toBe(97);
  await sendCommand(product, adminToken, 'DELETE', `/courses/${insertedId}`);
  await visitor.getByRole('heading', { name: 'Optics of Glass' }).waitFor({ state: 'detached' });
  await visitor.getByText('Total Courses: 10000').waitFor();
  expect(addresses.filter((address) => address.includes('/catalogue'))).toEqual([]);

  // The palette fetches no more than a page does.
  const searches: number[] = [];
  visitor.on('response', (response) => {
    if (response.url().includes('/catalogue?search='))
      void response.body().then((found) => searches.push(found.length));
  });
  await visitor.keyboard.press('Control+k');
  await visitor.getByPlaceholder('Search or jump to…').fill(last);
  await visitor.getByRole('option', { name: last }).first().waitFor();
  await expect.poll(() => searches.length).toBeGreaterThan(0);
  expect(Math.max(...searches)).toBeLessThanOrEqual(maxBytes);

  const student = await openPage('Student');
  for (const path of ['/', '/allCourses', '/reviews', '/enrolled-courses', '/bookmarks', '/myProfile/'])
    await measure(student, 'student', path);
  for (const path of ['/myNotes', '/showAnnouncement', '/highRatedCourses'])
    await measure(student, 'student', path);

  const adminPage = await openPage('Admin');
  const { page: admin } = adminPage;
  for (const path of ['/', '/allCourses', '/reviews', '/insight', '/dashboard', '/announcement'])
    await measure(adminPage, 'Admin', path);
  for (const path of ['/audit', '/addCourse', '/marking', '/courseStudents'])
    await measure(adminPage, 'Admin', path);
  await measure(adminPage, 'Admin', `/courseStudents/${course._id}`);
  await measure(adminPage, 'Admin', `/updateCourse/${course._id}`);
  await measure(adminPage, 'Admin', '/users');
  await admin.getByRole('navigation', { name: 'Pages of Students' }).getByText('Page 1 of 161').waitFor();
  await admin.getByLabel('Filter by name or e-mail').fill('student 3999');
  await admin.getByRole('cell', { name: 'Student 3999', exact: true }).waitFor();
  await admin.goto(`${product.url}/audit`);
  await admin.getByLabel('Person').fill('large-school-student-3999@example.org');
  await admin.waitForURL(/person=/);

  for (const [view, { requests, bytes, work, longTasksMs }] of Object.entries(views))
    process.stdout.write(
      `${view}: ${requests} requests, ${bytes} bytes, ${formatWork(work)}, long tasks ${Math.round(longTasksMs)} ms\n`,
    );
});
