import { expect, test } from 'vitest';
import { appendRequest, courseAdded, openTestLog } from '../../testing/test-log.ts';

test('reads events at positions and finds the last position before a time', async () => {
  const log = await openTestLog();
  const { reader, appender } = log;
  expect(await reader.positionBefore(new Date())).toBe(0);
  for (let number = 1; number <= 7; number += 1)
    await appender.append(
      appendRequest({
        writes: [{ stream: `course-${number}`, expectedVersion: 0, events: [courseAdded(`${number}`)] }],
      }),
    );
  expect((await reader.readAt([6, 2, 99, 2])).map(({ position }) => position)).toEqual([2, 6]);
  expect(await reader.readAt([])).toEqual([]);
  const { events } = await reader.readPage(0, 10);
  for (const { recordedAt } of events) {
    // Times are stored in microseconds and read in milliseconds.
    const before = recordedAt;
    const after = new Date(recordedAt.getTime() + 1);
    expect(await reader.positionBefore(before)).toBe(
      events.filter((event) => event.recordedAt < before).at(-1)?.position ?? 0,
    );
    expect(await reader.positionBefore(after)).toBe(
      events.filter((event) => event.recordedAt < after).at(-1)?.position,
    );
  }
  expect(await reader.positionBefore(new Date('2100-01-01'))).toBe(7);
  expect(await reader.positionBefore(new Date('2000-01-01'))).toBe(0);
});

test('a page that is restricted to some types still covers `limit` positions, and contains only events of these types', async () => {
  const log = await openTestLog();
  for (let number = 1; number <= 6; number += 1)
    await log.appender.append(
      appendRequest({
        writes: [
          {
            stream: `course-${number}`,
            expectedVersion: 0,
            events: [courseAdded(`${number}`), { type: 'CourseRemoved', data: {} }],
          },
        ],
      }),
    );
  const positionsOf = async (after: number, limit: number, types: string[]) =>
    (await log.reader.readPage(after, limit, types)).events.map(({ position }) => position);
  expect(await positionsOf(0, 12, ['CourseRemoved'])).toEqual([2, 4, 6, 8, 10, 12]);
  expect(await positionsOf(2, 4, ['CourseRemoved'])).toEqual([4, 6]);
  expect(await positionsOf(10, 100, ['CourseAdded', 'CourseRemoved'])).toEqual([11, 12]);
  expect(await log.reader.readPage(0, 12, ['UserRemoved'])).toEqual({ events: [], head: 12 });
});

test('concurrent callers share one query for the id of the history', async () => {
  const { pool, reader } = await openTestLog();
  let queries = 0;
  pool.on('acquire', () => {
    queries += 1;
  });
  const ids = new Set(await Promise.all([1, 2, 3].map(() => reader.historyId())));
  expect(queries).toBe(1);
  expect(ids).toEqual(new Set([await reader.logId()]));
});
