import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { addCourse, fetchToken } from '#e2e/support/api-calls.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

const product = () => ({ url: productUrl() });

test('a student sees how many people have the course open, and two tabs of one student count once', async ({
  visitAs,
}) => {
  const name = `Company ${randomUUID().slice(0, 8)}`;
  await addCourse(product(), await fetchToken(product(), demoAccountOf('Admin')), name);
  const sam = await createEnrolledStudent(name);
  const eve = await createEnrolledStudent(name);
  const first = await visitAs(sam.person, sam.path);
  const second = await first.context().newPage();
  await second.goto(productUrl() + sam.path);
  const other = await visitAs(eve.person, eve.path);
  for (const page of [first, second, other])
    await page.getByText('2 people are studying this course now').waitFor();

  // The other student leaves the lesson by a link that loads no new page, so the connection stays open.
  await other.getByRole('link', { name: 'Course page' }).click();
  for (const page of [first, second])
    await page.getByText('people are studying this course now').waitFor({ state: 'detached' });
  await other.goBack();
  await first.getByText('2 people are studying this course now').waitFor();
  await other.context().close();
  await first.getByText('people are studying this course now').waitFor({ state: 'detached' });
});

test('an admin follows activity on the live dashboard and can pause it; a student cannot see it', async ({
  visitAs,
}) => {
  const name = `Watched ${randomUUID().slice(0, 8)}`;
  const courseId = await addCourse(product(), await fetchToken(product(), demoAccountOf('Admin')), name);
  const sam = await createEnrolledStudent(name);
  const enrolmentId = sam.path.split('/').at(-1);
  const admin = await visitAs('Admin', '/');
  await admin.getByRole('button', { name: 'Dashboard' }).click();
  await admin.getByRole('link', { name: 'Live Dashboard' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Live Dashboard' }).waitFor();
  const newest = admin.getByRole('region', { name: 'Newest events' }).getByRole('listitem');
  await newest.first().waitFor();

  const student = await visitAs(sam.person, sam.path);
  await admin.getByRole('region', { name: 'Learning now' }).getByText(name).waitFor();
  await sam.call('POST', '/notes', {
    courseId: enrolmentId,
    notes: 'Nobody else reads this.',
  });
  const entry = newest.filter({ hasText: 'Note taken' }).filter({ hasText: `${sam.person.name}, Student` });
  await entry.waitFor();
  expect(await admin.getByText('Nobody else reads this.').count()).toBe(0);

  await admin.getByRole('button', { name: 'Pause' }).click();
  await admin.getByText('Paused. As of').waitFor();
  await sam.call('PATCH', `/progress/${enrolmentId}`, { module: 1 });
  await admin.getByRole('button', { name: 'Resume' }).click();
  await newest.filter({ hasText: 'Module completed' }).filter({ hasText: sam.person.name }).waitFor();

  // Activity during a connection loss appears after the reconnect.
  await admin.context().setOffline(true);
  await admin.locator('header').getByText('Offline').waitFor();
  await sam.call('POST', '/bookmarks', { courseId });
  await admin.context().setOffline(false);
  await newest.filter({ hasText: 'Course bookmarked' }).filter({ hasText: sam.person.name }).waitFor();

  await followPath(student, '/dashboard');
  await student.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
});
