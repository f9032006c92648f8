import type { Pool } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { archiveWithoutFiles } from '#events/testing/archive-without-files.ts';
import { openLogDatabase } from '#events/testing/log-database.ts';
import { createMinuteCounter } from './minute-counter.ts';

let pool: Pool;

// In the middle of a minute.
const now = Date.UTC(2026, 4, 1, 12, 0, 30);
const logId = 'a0000000-0000-4000-8000-000000000000';
let head = 0;
beforeEach(async () => {
  ({ pool } = await openLogDatabase());
  head = 0;
});

/** Appends the events of `commands` commands, `eventsEach` for each. */
const append = async (minutesAgo: number, commands: number, eventsEach = 1) => {
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
/** Returns [minutes ago, commands, events] for each minute with commands. */
const nonZero = (minutes: Awaited<ReturnType<ReturnType<typeof createMinuteCounter>>>) =>
  minutes.flatMap(({ commands, events }, index) =>
    commands === 0 ? [] : [[minutes.length - 1 - index, commands, events]],
  );

test('counts nothing in an empty log or if all events are old', async () => {
  const count = createMinuteCounter(() => pool);
  expect(nonZero(await count(logId, 0, now))).toEqual([]);
  await append(600, 10);
  expect(await count(logId, head, now)).toHaveLength(60);
  expect(nonZero(await count(logId, head, now))).toEqual([]);
});

test('counts commands and events per minute, however often it is called', async () => {
  await append(61, 5);
  await append(60, 5);
  await append(59, 4);
  await append(3, 2, 3);
  const count = createMinuteCounter(() => pool);
  const before = [
    [59, 4, 4],
    [3, 2, 6],
  ];
  expect(nonZero(await count(logId, head, now))).toEqual(before);
  expect(nonZero(await count(logId, head, now))).toEqual(before);
  await append(0, 7);
  expect(nonZero(await count(logId, head, now))).toEqual([...before, [0, 7, 7]]);
  expect(nonZero(await createMinuteCounter(() => pool)(logId, head, now))).toEqual([...before, [0, 7, 7]]);
});

test('counts each event once if calls overlap', async () => {
  await append(2, 3);
  const count = createMinuteCounter(() => pool);
  const overlapping = await Promise.all([count(logId, head, now), count(logId, head, now)]);
  expect(overlapping.map(nonZero)).toEqual([[[2, 3, 3]], [[2, 3, 3]]]);
  expect(nonZero(await count(logId, head, now))).toEqual([[2, 3, 3]]);
});

test('leaves minutes unknown if too many events followed them, and continues to count new events', async () => {
  await append(9, 10);
  await append(8, 10);
  await append(7, 10);
  const count = createMinuteCounter(() => pool, 15);
  const minutes = await count(logId, head, now);
  expect(minutes.slice(-10).map(({ commands }) => commands)).toEqual([null, null, 10, 0, 0, 0, 0, 0, 0, 0]);
  await append(0, 5);
  expect(nonZero(await count(logId, head, now)).slice(-2)).toEqual([
    [7, 10, 10],
    [0, 5, 5],
  ]);
  await append(0, 30);
  // Only a part of the current minute was counted.
  expect((await count(logId, head, now)).every(({ commands }) => commands === null)).toBe(true);
});

test('starts again for a different history of the log', async () => {
  await append(2, 3);
  const count = createMinuteCounter(() => pool);
  expect(nonZero(await count(logId, head, now))).toEqual([[2, 3, 3]]);
  // The log of the other history ends at the same position, but has other events.
  ({ pool } = await openLogDatabase());
  head = 0;
  await append(5, 3);
  expect(nonZero(await count('another-history', head, now))).toEqual([[5, 3, 3]]);
});

test('counts again when the clock was ahead and is set back', async () => {
  await append(50, 4);
  await append(2, 3);
  const expected = [
    [50, 4, 4],
    [2, 3, 3],
  ];
  for (const minutesAhead of [30, 90]) {
    const count = createMinuteCounter(() => pool);
    expect(nonZero(await count(logId, head, now))).toEqual(expected);
    await count(logId, head, now + minutesAhead * 60_000);
    expect(nonZero(await count(logId, head, now))).toEqual(expected);
  }
});

test('counts the same when older events are archived', async () => {
  await append(600, 20);
  await append(3, 2, 3);
  await append(0, 7);
  const expected = [
    [3, 2, 6],
    [0, 7, 7],
  ];
  for (const archivedUpTo of [8, 20]) {
    await archiveWithoutFiles(pool, archivedUpTo);
    expect(nonZero(await createMinuteCounter(() => pool)(logId, head, now))).toEqual(expected);
  }
});
