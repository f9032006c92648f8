import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { appendRequest, courseAdded, openTestLog } from '../../testing/test-log.ts';

test('who listens is woken after the commit, by far fewer notifications than appends, the last with the head', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  const heard: number[] = [];
  listener.on('notification', ({ payload }) => heard.push(Number(payload)));
  await listener.query('listen lyceum_log');
  await Promise.all(
    Array.from({ length: 500 }, () =>
      log.appender.append(
        appendRequest({
          writes: [{ stream: `course-${randomUUID()}`, expectedVersion: 0, events: [courseAdded('Loud')] }],
        }),
      ),
    ),
  );
  await expect.poll(() => heard.at(-1)).toBe(500);
  expect(heard.length).toBeLessThan(100);
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  await listener.end();
});
