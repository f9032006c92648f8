import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { openReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { appendRequest, courseAdded, openTestLog } from '../../testing/test-log.ts';
import { openReader } from './reader.ts';

const add = (name: string) =>
  appendRequest({
    writes: [{ stream: `course-${randomUUID()}`, expectedVersion: 0, events: [courseAdded(name)] }],
  });

test('yields each event once and in order even if its LISTEN connection is terminated', async () => {
  const log = await openTestLog();
  const end = new AbortController();
  const positions: number[] = [];
  const tail = (async () => {
    for await (const page of log.reader.tail({ after: 0, pageSize: 7, signal: end.signal })) {
      positions.push(...page.events.map((event) => event.position));
      if (positions.length >= 90) end.abort();
    }
  })();
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 30 }, (_, i) => log.appender.append(add(`${round}-${i}`))));
    await log.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'",
    );
  }
  await tail;
  expect(positions).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
});

test('does not yield events after the position that upTo returns', async () => {
  const log = await openTestLog();
  await Promise.all(Array.from({ length: 20 }, (_, i) => log.appender.append(add(`${i}`))));
  let upTo = 12;
  const end = new AbortController();
  const pages: number[][] = [];
  for await (const page of log.reader.tail({
    after: 2,
    pageSize: 6,
    signal: end.signal,
    upTo: () => upTo,
  })) {
    pages.push(page.events.map((event) => event.position));
    if (pages.flat().length === 10) upTo = 15;
    if (pages.flat().length === 13) end.abort();
  }
  expect(pages).toEqual([
    [3, 4, 5, 6, 7, 8],
    [9, 10, 11, 12],
    [13, 14, 15],
  ]);
});

test('waits for a replica that lags behind the events that were yielded, and reports events that the primary lost', async () => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const replica = new Pool({ connectionString: database.replicaUrl, max: 1 });
  replica.on('error', () => undefined);
  afterTests(() => replica.end());
  let current = log.pool;
  const reader = openReader({ pool: () => current, vault: log.vault });
  afterTests(() => reader.close());
  await log.appender.append(add('kept'));
  await database.waitForReplica();
  database.stopStreaming();
  await log.appender.append(add('lost'));

  const end = new AbortController();
  const positions: number[] = [];
  const tail = (async () => {
    for await (const page of reader.tail({ after: 0, signal: end.signal }))
      positions.push(...page.events.map(({ position }) => position));
  })();
  const failure = tail.then(
    () => null,
    (error: unknown) => error,
  );
  await expect.poll(() => positions).toEqual([1, 2]);
  let replicaQueries = 0;
  replica.on('acquire', () => {
    replicaQueries += 1;
  });
  current = replica;
  await expect.poll(() => replicaQueries).toBeGreaterThan(5);
  current = log.pool;
  await log.appender.append(add('third'));
  await expect.poll(() => positions).toEqual([1, 2, 3]);

  await database.promoteReplica();
  current = replica;
  expect(await failure).toMatchObject({ name: 'LostEventsError' });
  end.abort();
});
