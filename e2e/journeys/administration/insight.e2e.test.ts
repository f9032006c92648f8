import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addCourse, fetchToken } from '#e2e/support/api-calls.ts';
import { inspectAccessibility } from '#e2e/support/browser/accessibility.ts';
import { followPath } from '#e2e/support/browser/follow-path.ts';
import { createEnrolledStudent } from '#e2e/support/enrolled-student.ts';
import { productUrl, test } from '#e2e/support/journey.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';

const product = () => ({ url: productUrl() });
const panel = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

test('an admin sees statistics update live, shows them as tables and saves them as CSV', async ({
  visitAs,
}) => {
  const name = `Insight ${randomUUID().slice(0, 8)}`;
  await addCourse(product(), await fetchToken(product(), demoAccountOf('Admin')), name);
  const sam = await createEnrolledStudent(name, 1);

  const admin = await visitAs('Admin', '/');
  await admin.getByRole('button', { name: 'Dashboard' }).click();
  await admin.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Insight' }).click();
  await admin.getByRole('heading', { level: 1, name: 'Insight' }).waitFor();

  const funnel = panel(admin, 'Student progress');
  // The tile shows the same rate as the funnel of all courses: completed courses among all enrolments.
  const summary = funnel.getByText(/^Of [\d,]+ enrollments, /);
  await summary.waitFor();
  const [, enrolled, rate] =
    /^Of ([\d,]+) enrollments, [\d,]+ \((\S+)\)/.exec((await summary.textContent()) ?? '') ?? [];
  const tile = admin.getByText('Completion rate', { exact: true }).locator('..');
  expect(await tile.textContent()).toBe(`Completion rate${rate}of ${enrolled} enrollments`);
  await funnel.getByLabel('Course').selectOption(`MTH ${name}`);
  await funnel.getByText('Of 1 enrollment, 0 (0%) completed all five modules.').waitFor();
  await funnel.getByRole('button', { name: /^Show as table/ }).click();
  const steps = funnel.getByRole('table', { name: 'Student progress by step' });
  const reachedCell = (step: string) => steps.getByRole('row', { name: step }).getByRole('cell').first();
  await expect.poll(() => reachedCell('Module 1').textContent()).toBe('1');
  expect(await reachedCell('Module 2').textContent()).toBe('0');

  // The student completes the second module in another browser; the admin's page updates without a reload.
  const student = await visitAs(sam.person, sam.path);
  await student.getByRole('button', { name: 'Complete Module 2' }).click();
  await expect.poll(() => reachedCell('Module 2').textContent()).toBe('1');

  // The fifth module adds one completed course.
  const time = panel(admin, 'Enrollments and completions');
  await time.getByRole('button', { name: /^Show as table/ }).click();
  const monthTable = time.getByRole('table', { name: /^Enrollments and completed courses by month/ });
  const countCompleted = async () =>
    Number(await monthTable.getByRole('row', { name: 'Total' }).getByRole('cell').nth(1).textContent());
  const before = await countCompleted();
  for (const module of [3, 4, 5])
    await sam.call('PATCH', `/progress/${sam.path.split('/').at(-1)}`, { module });
  await expect.poll(countCompleted).toBe(before + 1);
  // The address keeps the choice between months and weeks.
  await time.getByRole('radio', { name: 'By week' }).click();
  await time.getByRole('table', { name: /^Enrollments and completed courses by week/ }).waitFor();
  await expect.poll(() => new URL(admin.url()).searchParams.get('by')).toBe('week');

  const hours = panel(admin, 'Hours of activity');
  await hours.getByRole('table', { name: 'Learning activities by hour of the week' }).waitFor();
  await hours.getByRole('radio', { name: 'Modules' }).click();
  await hours.getByRole('table', { name: 'Completed modules by hour of the week' }).waitFor();
  const questions = panel(admin, 'Hardest questions');
  await questions.getByLabel('Department').selectOption('CSE');
  await questions.getByRole('button', { name: /^Show as table/ }).click();
  await questions.getByRole('table').getByText('binary search').waitFor();

  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    funnel.getByRole('button', { name: /^Save as CSV/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('student-progress.csv');
  const file = await readFile(await download.path(), 'utf8');
  expect(file.split('\r\n')).toContain(`${name},MTH,yes,1,1,1,1,1,1,1,0`);

  // All tables are open, so they are checked as well.
  expect(await inspectAccessibility(admin)).toEqual([]);
  await followPath(student, '/insight');
  await student.getByText('403', { exact: true }).waitFor();
});
