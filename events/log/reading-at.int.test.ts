import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { appendRequest, courseAdded, openTestLog } from '../testing/log.ts';

test('events are read at their positions, and a time is found as a position', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
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
    // Times are read in milliseconds, and are kept in microseconds.
    const [before, after] = [recordedAt, new Date(recordedAt.getTime() + 1)];
    expect(await reader.positionBefore(before)).toBe(
      events.filter((one) => one.recordedAt < before).at(-1)?.position ?? 0,
    );
    expect(await reader.positionBefore(after)).toBe(
      events.filter((one) => one.recordedAt < after).at(-1)?.position,
    );
  }
  expect(await reader.positionBefore(new Date('2100-01-01'))).toBe(7);
  expect(await reader.positionBefore(new Date('2000-01-01'))).toBe(0);
});
