import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { appendRequest, courseAdded, openTestLog } from '../../testing/test-log.ts';

test('sends far fewer notifications than there are appends, the last one with the head', async () => {
  const log = await openTestLog();
  const listener = new Client({ connectionString: log.url });
  await listener.connect();
  const positions: number[] = [];
  listener.on('notification', ({ payload }) => positions.push(Number(payload)));
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
  await expect.poll(() => positions.at(-1)).toBe(500);
  expect(positions.length).toBeLessThan(100);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  await listener.end();
});
