import { expect, test } from 'vitest';
import { courseList, maxCoursesPerPage } from '#contract/schemas/courses.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import { openReadServices } from '../../services.ts';
import { readFoundCourses } from './query.ts';

const live = await openLiveSchool();
const { school } = live;
const count = 2 * maxCoursesPerPage + 3;

/** Adds rows without events, because only the answers are tested. */
const addRows = (from: number, to: number) =>
  school.log.pool.query(
    `insert into read.courses
       (id, code, name, duration, difficulty, category, details, instructor, price, image_url, withdrawn, search_name,
        added_at, updated_at, added_position, position)
     select gen_random_uuid(), 'CSE', 'Course ' || n, '1', '5', 'Engineering', repeat('Details. ', 20), 'A. Teacher', n, '/a.svg',
            n % 100 = 0, 'course ' || n, now(), now(), 1000 + n, 1000 + n
       from generate_series($1::int, $2::int) as n`,
    [from, to],
  );
await addRows(1, count);
/** Added last, but at an earlier position than the rows, so it comes first in the list. */
const first = await school.addCourse('The first one');

const read = async (headers: Record<string, string> = {}, path = '/courses') => {
  const response = await live.get(path, null, headers);
  return { response, courses: courseList.parse(await response.json()) };
};

test('a long list contains every course once, in the order in which they were added, in each coding', async () => {
  for (const [accepted, used] of [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const { response, courses } = await read({ 'accept-encoding': accepted });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, used]);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(courses).toHaveLength(count - Math.floor(count / 100) + 1);
    const prices = courses.slice(1).map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(courses[0]?._id).toBe(first);
  }
});

test('a long list has an entity tag and a log position, like a short one, and is not sent again if nothing has changed', async () => {
  const { response } = await read();
  const tag = response.headers.get('etag') ?? '';
  expect(tag).toMatch(/^W\//);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(Number(response.headers.get('log-position'))).toBe(await school.log.reader.head());
  const again = await live.get('/courses', null, { 'if-none-match': tag });
  expect(again.status).toBe(304);
  await school.editCourse(first, { price: 7 });
  const { response: changed, courses } = await read({ 'if-none-match': tag });
  expect([changed.status, courses[0]?.price]).toEqual([200, 7]);
});

test('a search without pages returns the same courses, in the same order, as the pages of that search', async () => {
  const { courses } = await read({}, '/courses?searchParams=course');
  const listed: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `/courses?searchParams=course&limit=500${cursor && `&cursor=${cursor}`}`;
    const { response, courses: page } = await read({}, path);
    listed.push(...page.map(({ _id }) => _id));
    cursor = response.headers.get('next-cursor');
  }
  expect(courses.map(({ _id }) => _id)).toEqual(listed);
  expect(listed.length).toBeGreaterThan(maxCoursesPerPage);
});

test('HEAD has the entity tag of GET', async () => {
  const head = await fetch(`${live.node.address}/courses`, { method: 'HEAD' });
  const { response } = await read();
  expect([head.status, head.headers.get('etag')]).toEqual([200, response.headers.get('etag')]);
});

test('a long list that begins while a rebuild replaces the tables contains what the rebuild has just written', async () => {
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  const swap = await school.log.pool.connect();
  await swap.query(`
    begin;
    create table read.next (like read.courses including all);
    insert into read.next select * from read.courses;
    grant select on read.next to lyceum_reader;
    lock table read.courses in access exclusive mode;
    drop table read.courses;
    alter table read.next rename to courses;`);
  const pages = readFoundCourses(services.tables, '', {
    pageSize: maxCoursesPerPage,
    signal: new AbortController().signal,
  });
  const firstPage = pages.next();
  // Looks for this statement only, because the node, which computes the trending courses, may also be waiting for the table.
  const isWaiting = async () => {
    const { rowCount } = await school.log.pool.query(`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query = 'lock table courses in access share mode'`);
    return rowCount === 1;
  };
  await expect.poll(isWaiting).toBe(true);
  await swap.query('commit');
  swap.release();
  expect((await firstPage).value).toHaveLength(maxCoursesPerPage);
  await pages.return(undefined);
  await services.close();
});
