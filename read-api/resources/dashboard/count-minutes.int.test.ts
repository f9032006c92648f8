import { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { countMinutes } from './count-minutes.ts';

let database: TestDatabase;
let pool: Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
});
afterEach(async () => {
  await pool.end();
  await database[Symbol.asyncDispose]();
});

/** In the middle of a minute. */
const now = Date.UTC(2026, 4, 1, 12, 0, 30);
const log = 'a0000000-0000-4000-8000-000000000000';
let head = 0;
beforeEach(() => {
  head = 0;
});

/** Commands that wrote so many events each, some minutes before `now`. */
const wrote = async (minutesAgo: number, commands: number, eventsEach = 1) => {
  await pool.query(
    `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
       select $1::bigint + (command - 1) * $4 + event, $2, 1, 1, command_ids.id, 'course-' || gen_random_uuid(), 'CourseRemoved',
           '{}', '{}'
         from (select command, gen_random_uuid() as id from generate_series(1, $3::bigint) as command) as command_ids,
           generate_series(1, $4::bigint) as event`,
    [head, new Date(now - minutesAgo * 60_000), commands, eventsEach],
  );
  head += commands * eventsEach;
};
const shown = (minutes: Awaited<ReturnType<ReturnType<typeof countMinutes>>>) =>
  minutes.flatMap(({ commands, events }, index) =>
    commands === 0 ? [] : [[minutes.length - 1 - index, commands, events]],
  );

test('an empty log, and one in which everything is long ago', async () => {
  const count = countMinutes(pool);
  expect(shown(await count(log, 0, now))).toEqual([]);
  await wrote(600, 10);
  expect(await count(log, head, now)).toHaveLength(60);
  expect(shown(await count(log, head, now))).toEqual([]);
});

test('each minute has its commands and events, however often they are counted on', async () => {
  await wrote(61, 5);
  await wrote(60, 5);
  await wrote(59, 4);
  await wrote(3, 2, 3);
  const count = countMinutes(pool);
  const before = [
    [59, 4, 4],
    [3, 2, 6],
  ];
  expect(shown(await count(log, head, now))).toEqual(before);
  expect(shown(await count(log, head, now))).toEqual(before);
  await wrote(0, 7);
  expect(shown(await count(log, head, now))).toEqual([...before, [0, 7, 7]]);
  expect(shown(await countMinutes(pool)(log, head, now))).toEqual([...before, [0, 7, 7]]);
});

test('more than can be counted at once leaves the minutes before unknown, and goes on from there', async () => {
  await wrote(9, 10);
  await wrote(8, 10);
  await wrote(7, 10);
  const count = countMinutes(pool, 15);
  const minutes = await count(log, head, now);
  expect(minutes.slice(-10).map(({ commands }) => commands)).toEqual([null, null, 10, 0, 0, 0, 0, 0, 0, 0]);
  await wrote(0, 5);
  expect(shown(await count(log, head, now)).slice(-2)).toEqual([
    [7, 10, 10],
    [0, 5, 5],
  ]);
  await wrote(0, 30);
  // Of the minute under way only a part was counted.
  expect((await count(log, head, now)).every(({ commands }) => commands === null)).toBe(true);
});

test('another log is counted from its own beginning', async () => {
  await wrote(2, 3);
  const count = countMinutes(pool);
  expect(shown(await count(log, head, now))).toEqual([[2, 3, 3]]);
  expect(shown(await count('another', head, now))).toEqual([[2, 3, 3]]);
});
