import { expect, test } from 'vitest';
import { archiveWithoutFiles } from '#events/testing/archive-without-files.ts';
import { openTestLog } from '#events/testing/test-log.ts';
import { openSchool } from '#testing/school.ts';
import { fillSchool } from './fill-school.ts';
import { requireEmptySchool } from './require-empty-school.ts';

const options = { courses: 30, students: 4, enrolmentsPerStudent: 5, seed: 7 };

test('appends the same school for the same seed, with encrypted names, and skips what the log already contains', async () => {
  const [log, other] = [await openTestLog(), await openTestLog()];
  const filled = await fillSchool(log.appender, options);
  expect(filled.enrolments).toBe(20);
  expect(await log.reader.head()).toBe(filled.events);
  expect(await fillSchool(log.appender, options)).toEqual({ events: 0, enrolments: 20 });

  expect(await fillSchool(other.appender, options)).toEqual(filled);
  const eventsByStream = async ({ pool }: typeof log) =>
    (
      await pool.query<{ stream: string; types: string[] }>(
        'select stream, array_agg(type order by version) as types from log.events group by stream order by stream',
      )
    ).rows;
  expect(await eventsByStream(other)).toEqual(await eventsByStream(log));
  const { rows } = await log.pool.query<{ data: string }>(
    `select data::text from log.events where type = 'UserRegistered'`,
  );
  expect(rows.map(({ data }) => data).join()).not.toMatch(/Student 1|example\.org/);
});

test('refuses a school with an archive, and one that already has users or courses, unless an interrupted run has added them', async () => {
  const school = await openSchool();
  await expect(requireEmptySchool(school.log.pool)).resolves.toBeUndefined();
  await school.addCourse('Algebra');
  await expect(requireEmptySchool(school.log.pool)).rejects.toThrow(/users, courses or an archive/);

  const log = await openTestLog();
  await fillSchool(log.appender, { ...options, courses: 0, students: 0 });
  await expect(requireEmptySchool(log.pool)).resolves.toBeUndefined();
  await fillSchool(log.appender, options);
  await archiveWithoutFiles(log.pool, 10);
  await expect(requireEmptySchool(log.pool)).rejects.toThrow(/users, courses or an archive/);
});
