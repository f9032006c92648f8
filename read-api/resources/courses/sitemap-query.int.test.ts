import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import { findSitemapCourses, findSitemapPageStarts } from './sitemap-query.ts';

const live = await openLiveSchool();
const { school } = live;
const pool = new Pool({ connectionString: school.url, options: '-c search_path=read,state,public' });
const tables = new Kysely<ReadTables>({ dialect: new PostgresDialect({ pool }) });
afterTests(() => pool.end());

test('the pages of the sitemap list every course of the catalogue once', async () => {
  const ids: string[] = [];
  for (let course = 0; course < 5; course += 1) ids.push(await school.addCourse(`Course ${course}`));
  const removed = await school.addCourse('Removed');
  await school.removeCourse(removed);
  await live.get('/courses');
  const starts = await findSitemapPageStarts(tables, 2);
  expect(starts).toHaveLength(3);
  const pages = await Promise.all(starts.map((from) => findSitemapCourses(tables, { from, limit: 2 })));
  expect(pages.flat().map(({ id }) => id)).toEqual(ids);
});
