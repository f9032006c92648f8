import { expect, test } from 'vitest';
import { headers } from '#contract/headers.ts';
import { insightFunnel, insightHours, insightQuestions, insightTime } from '#contract/schemas/insight.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';
import {
  insertActivity,
  insertQuestion,
  insertSteps,
  moveInsightCheckpoint,
} from './testing/insight-rows.ts';

const live = await openLiveSchool({ liveLimits: { insightIntervalMs: 50 } });
const { school } = live;
const { ada, sam, ian } = await school.registerAll({ ada: 'Admin', sam: 'Student', ian: 'Instructor' });

const get = (path: string, user: TestUser | null = ada, requestHeaders: Record<string, string> = {}) =>
  live.get(`/insight/${path}`, user, requestHeaders);
const read = async (path: string) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  return answer.json();
};
const periods = async (query: string) =>
  insightTime
    .parse(await read(`time?${query}`))
    .periods.map(({ begins, enrolments, completions }) => [begins, enrolments, completions]);
const hours = async (query: string) =>
  insightHours
    .parse(await read(`hours?${query}`))
    .hours.map(({ weekday, hour, acts, modules }) => [weekday, hour, acts, modules]);

test('shows nothing for an empty school, except the periods of a requested span', async () => {
  expect(await periods('by=month')).toEqual([]);
  expect(await hours('')).toEqual([]);
  expect(await periods('by=month&from=2026-01-15&to=2026-02-01')).toEqual([
    ['2026-01-01', 0, 0],
    ['2026-02-01', 0, 0],
  ]);
  const { school: all, courses, more } = insightFunnel.parse(await read('funnel'));
  expect([Object.values(all), courses, more]).toEqual([Array(8).fill(0), [], 0]);
  expect(await read('questions')).toEqual([]);
});

test('assigns activity to the months, weeks and hours of the reader’s time zone', async () => {
  const { pool } = school.log;
  // The last quarter of an hour of January in UTC. In Dhaka it is already February, in New York the evening of the 31st.
  await insertActivity(pool, '2026-01-31T23:45:00Z', { enrolments: 2 });
  await insertActivity(pool, '2026-02-01T00:00:00Z', { modules: 3, completions: 1 });
  await insertActivity(pool, '2026-02-28T18:00:00Z', { enrolments: 4, notes: 1 });
  await moveInsightCheckpoint(pool, await school.log.reader.head());
  expect(await periods('by=month')).toEqual([
    ['2026-01-01', 2, 0],
    ['2026-02-01', 4, 1],
  ]);
  expect(await periods('by=month&timeZone=Asia/Dhaka')).toEqual([
    ['2026-02-01', 2, 1],
    ['2026-03-01', 4, 0],
  ]);
  expect(await periods('by=month&timeZone=America/New_York')).toEqual([
    ['2026-01-01', 2, 1],
    ['2026-02-01', 4, 0],
  ]);
  // 31 January 2026 was a Saturday, so its week includes the first of February.
  expect(await periods('by=week&to=2026-02-08')).toEqual([
    ['2026-01-26', 2, 1],
    ['2026-02-02', 0, 0],
  ]);
  expect(await hours('')).toEqual([
    [6, 18, 5, 0],
    [6, 23, 2, 0],
    [7, 0, 3, 3],
  ]);
  expect(await hours('timeZone=Asia/Kathmandu')).toEqual([
    [6, 23, 5, 0],
    [7, 5, 5, 3],
  ]);
});

test('counts whole weeks and months by period, but only the days of the span by hour', async () => {
  expect(await periods('by=month&from=2026-02-20&to=2026-02-21')).toEqual([['2026-02-01', 4, 1]]);
  expect(await hours('from=2026-02-20&to=2026-02-27')).toEqual([]);
  expect(await hours('from=2026-02-28&to=2026-02-28')).toEqual([[6, 18, 5, 0]]);
  expect(await hours('from=2026-02-28&to=2026-02-28&timeZone=Asia/Tokyo')).toEqual([]);
  expect(await hours('to=2026-01-31')).toEqual([[6, 23, 2, 0]]);
});

test('counts an hour that the clock repeats as one hour, and lists no hour that the clock skips', async () => {
  const { pool } = school.log;
  // In Berlin, 3:00 becomes 2:00 at 01:00 UTC on 25 October, and 2:00 becomes 3:00 on 29 March.
  await insertActivity(pool, '2026-10-25T00:30:00Z', { notes: 1 });
  await insertActivity(pool, '2026-10-25T01:30:00Z', { notes: 1 });
  await insertActivity(pool, '2026-03-29T00:59:00Z', { notes: 1 });
  await insertActivity(pool, '2026-03-29T01:00:00Z', { notes: 1 });
  await moveInsightCheckpoint(pool, (await school.log.reader.head()) + 1);
  expect(await hours('timeZone=Europe/Berlin&from=2026-10-25&to=2026-10-25')).toEqual([[7, 2, 2, 0]]);
  expect(await hours('timeZone=Europe/Berlin&from=2026-03-29&to=2026-03-29')).toEqual([
    [7, 1, 1, 0],
    [7, 3, 1, 0],
  ]);
});

test('sums the funnels of all courses, and lists courses with the most enrolments first', async () => {
  const [small, large] = [await school.addCourse('Small'), await school.addCourse('=Large')];
  await insertSteps(school.log.pool, small, { enrolled: 2, started: 1 });
  await insertSteps(school.log.pool, large, {
    enrolled: 7,
    started: 6,
    module1: 5,
    module5: 1,
    certificate: 1,
  });
  await school.removeCourse(small);
  const found = insightFunnel.parse(await read('funnel'));
  expect(found.school).toMatchObject({ enrolled: 9, started: 7, module1: 5, module2: 0, module5: 1 });
  expect(found.courses.map(({ name, withdrawn, steps }) => [name, withdrawn, steps.enrolled])).toEqual([
    ['=Large', false, 7],
    ['Small', true, 2],
  ]);
});

test('lists the hardest questions first, with their text, without questions that no longer exist', async () => {
  for (const [id, asked, right] of [
    ['cse-c1', 10, 9],
    ['cse-c2', 10, 3],
    ['phy-c1', 20, 6],
    ['old-c9', 10, 0],
  ] as const)
    await insertQuestion(school.log.pool, id, asked, right);
  await moveInsightCheckpoint(school.log.pool, (await school.log.reader.head()) + 2);
  const found = insightQuestions.parse(await read('questions'));
  expect(found.map(({ id, code, asked, right }) => [id, code, asked, right])).toEqual([
    ['phy-c1', 'PHY', 20, 6],
    ['cse-c2', 'CSE', 10, 3],
    ['cse-c1', 'CSE', 10, 9],
  ]);
  expect(found[1]?.question).toContain('0.1 + 0.2');
});

test('returns each answer as CSV without executable formulas', async () => {
  const readCsvLines = async (path: string) => {
    const answer = await get(path);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="lyceum-[a-z-]+\.csv"$/);
    return (await answer.text()).split('\r\n');
  };
  expect((await readCsvLines('time?by=month&to=2026-02-28&format=csv')).slice(0, 3)).toEqual([
    'Month from,Enrolments,Completions,Time zone',
    '2026-01-01,2,0,UTC',
    '2026-02-01,4,1,UTC',
  ]);
  const week = await readCsvLines('hours?to=2026-02-28&format=csv');
  expect(week).toHaveLength(1 + 7 * 24 + 1);
  expect(week).toContain('Saturday,18,5,0,UTC');
  expect((await readCsvLines('funnel?format=csv')).slice(1, 3)).toEqual([
    'All courses,,,9,7,5,0,0,0,1,1',
    "'=Large,CSE,yes,7,6,5,0,0,0,1,1",
  ]);
  expect((await readCsvLines('questions?format=csv'))[1]).toMatch(/,PHY,20,6,30\.0,phy-c1$/);
});

test('only Admins may read and attend the insight page', async () => {
  for (const path of ['time', 'hours', 'funnel', 'questions'])
    for (const [requester, status] of [[null, 401] as const, [sam, 403] as const, [ian, 403] as const])
      expect([path, (await get(path, requester)).status]).toEqual([path, status]);
  for (const [requester, refusal] of [
    [null, 'You do not have access to this view.'] as const,
    [sam, 'You do not have access to this view.'] as const,
    [ian, 'You do not have access to this view.'] as const,
    [ada, null] as const,
  ]) {
    const client = await live.connect(requester);
    expect(await client.attend({ at: 'insight' })).toBe(refusal);
  }
});

test.each([
  'time?by=day',
  'time?from=2026-02-30',
  'time?from=1999-12-31',
  'time?from=2026-03-01&to=2026-02-01',
  'time?from=2000-01-01&to=2099-01-01&by=week',
  'hours?timeZone=Nowhere/Land',
  'hours?to=tomorrow',
  'funnel?format=xml',
])('refuses %s', async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid-input' });
});

test('answers 304 to any Admin until the numbers change', async () => {
  const eve = await school.register('eve', 'Admin');
  const first = await get('funnel');
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-store');
  expect(Number(first.headers.get(headers.logPosition))).toBeGreaterThan(0);
  for (const admin of [ada, eve])
    expect((await get('funnel', admin, { 'if-none-match': tag })).status).toBe(304);
  expect((await get('funnel', sam, { 'if-none-match': tag })).status).toBe(403);
  await moveInsightCheckpoint(school.log.pool, (await school.log.reader.head()) + 3);
  expect((await get('funnel', ada, { 'if-none-match': tag })).status).toBe(200);
});

test('notifies attending Admins of changes, but not those who have left the page', async () => {
  const watch = async () => {
    const client = await live.connect(ada);
    const received: number[] = [];
    client.socket.on('insight-changed', (position: number) => received.push(position));
    await client.attend({ at: 'insight' });
    await expect.poll(() => received.length).toBeGreaterThan(0);
    return { client, received };
  };
  const [stayingClient, leavingClient] = [await watch(), await watch()];
  const head = (await school.log.reader.head()) + 100;
  for (let step = 1; step <= 50; step += 1) await moveInsightCheckpoint(school.log.pool, head + step);
  for (const { received } of [stayingClient, leavingClient])
    await expect.poll(() => received.at(-1)).toBe(head + 50);
  await leavingClient.client.attend({ at: 'dashboard' });
  const before = leavingClient.received.length;
  await moveInsightCheckpoint(school.log.pool, head + 51);
  await expect.poll(() => stayingClient.received.at(-1)).toBe(head + 51);
  expect(leavingClient.received.length).toBe(before);
  // When the second client joined, both received the current position. No later position was sent twice.
  const laterPositions = stayingClient.received.slice(
    stayingClient.received.findLastIndex((position) => position < head) + 1,
  );
  expect(laterPositions).toEqual([...new Set(laterPositions)].sort((one, other) => one - other));
});
