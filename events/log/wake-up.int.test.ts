import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { appendRequest, courseAdded, openTestLog } from '../testing/log.ts';
import { expireCommands } from './expire-commands.ts';

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
  await vi.waitFor(() => expect(heard.at(-1)).toBe(500));
  expect(heard.length).toBeLessThan(100);
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  await listener.end();
});

test('answers older than 30 days are forgotten, however many', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  await log.pool.query(
    `insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
       select now() - (20 + i % 20) * interval '1 day', 0, gen_random_uuid(), 200, i::text, '', 'null'
         from generate_series(1, 12000) as i`,
  );
  expect(await expireCommands(log.pool)).toBe(6_000);
  expect(await expireCommands(log.pool)).toBe(0);
});
