import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Client } from 'pg';
import { expect, test } from 'vitest';
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts';
import { holdAppendLock } from '../../testing/hold-append-lock.ts';
import { appendRequest, courseAdded, openTestLog } from '../../testing/test-log.ts';
import { LogUnavailableError } from '../log.ts';
import { AppendConnection } from './append-connection.ts';
import { openAppender } from './appender.ts';
import { connectAppender } from './connection.ts';

const log = await openTestLog();

const add = (stream = `course-${randomUUID()}`, name = 'Failing') =>
  appendRequest({ writes: [{ stream, expectedVersion: 0, events: [courseAdded(name)] }] });

test('rejects only the request that violates a constraint, not the other requests of its batch', async () => {
  // Simulates a failure that the appender does not expect.
  await log.pool.query(
    `alter table log.events add constraint not_bad check (data ->> 'name' is distinct from 'bad') not valid`,
  );
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => log.appender.append(add(undefined, i === 7 ? 'bad' : `${i}`))),
  );
  expect(results.map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, (_, i) => (i === 7 ? 'rejected' : 'fulfilled')),
  );
  expect(results[7]).toMatchObject({ reason: { code: '23514' } });
  await log.pool.query('alter table log.events drop constraint not_bad');
  expect((await log.appender.append(add())).outcome).toBe('appended');
});

test('recognizes a committed append after its answer was lost, by its key or by its events', async () => {
  await using proxy = await startTcpProxy(log.url);
  const appender = openAppender({ connectionString: proxy.url, vault: log.vault, connections: 1 });
  await appender.append(add());
  const before = await log.reader.head();
  const command = { key: randomUUID(), bodyHash: '', answer: { status: 200, body: 'done' } };
  proxy.withholdAnswers();
  const appends = Promise.all([appender.append(add()), appender.append({ ...add(), command })]);
  while ((await log.reader.head()) < before + 2) await new Promise((resolve) => setTimeout(resolve, 5));
  // Breaks the connections, so that the appender sends the requests again.
  proxy.block();
  proxy.unblock();
  expect(await appends).toEqual([
    { outcome: 'appended', position: before + 1 },
    { outcome: 'repeated', position: before + 2, answer: command.answer },
  ]);
  expect(await log.reader.head()).toBe(before + 2);
  await appender.close();
});

test('rejects requests while the database is unreachable, appends again afterwards, and rejects requests after the appender was closed', async () => {
  await using proxy = await startTcpProxy(log.url);
  const appender = openAppender({ connectionString: proxy.url, vault: log.vault });
  await appender.append(add());
  proxy.block();
  const sharedStream = `course-${randomUUID()}`;
  const results = await Promise.allSettled(
    Array.from({ length: 500 }, (_, i) => appender.append(add(i % 2 === 0 ? sharedStream : undefined))),
  );
  for (const result of results)
    expect(result.status === 'rejected' && result.reason).toBeInstanceOf(LogUnavailableError);
  proxy.unblock();
  expect((await appender.append(add())).outcome).toBe('appended');
  await appender.close();
  await expect(appender.append(add())).rejects.toBeInstanceOf(LogUnavailableError);
});

test('ends a connection that is closed while it is being opened', async () => {
  const connected = Promise.withResolvers<Client>();
  const confirmed = Promise.withResolvers<void>();
  const connection = new AppendConnection({ connectionString: log.url }, null, (_, client) => {
    connected.resolve(client);
    return confirmed.promise;
  });
  const append = connection.append([]);
  const ended = once(await connected.promise, 'end');
  await connection.close();
  confirmed.resolve();
  await expect(append).rejects.toBeInstanceOf(LogUnavailableError);
  await ended;
});

test('rejects an append that waits too long for the lock, and does not write it later', async () => {
  const before = await log.reader.head();
  const releaseLock = await holdAppendLock(log.url);
  const appender = openAppender({ connectionString: log.url, vault: log.vault });
  await expect(appender.append(add())).rejects.toBeInstanceOf(LogUnavailableError);
  await releaseLock();
  expect((await log.appender.append(add())).outcome).toBe('appended');
  await appender.close();
  expect(await log.reader.head()).toBe(before + 1);
});

test('rejects queued requests soon after their deadline while another session holds the lock', async () => {
  const releaseLock = await holdAppendLock(log.url);
  // Twenty batches, two at a time, would wait 20 s if each of them waited for its statement timeout.
  const timeout = new Promise((resolve) => setTimeout(resolve, 10_000, 'some are still waiting'));
  const appender = openAppender({ connectionString: log.url, vault: log.vault });
  const all = Promise.allSettled(Array.from({ length: 20 * 128 }, () => appender.append(add())));
  const results = await Promise.race([all, timeout]);
  await releaseLock();
  await all;
  expect(results).toEqual(Array(20 * 128).fill(expect.objectContaining({ status: 'rejected' })));
  expect((await appender.append(add())).outcome).toBe('appended');
  await appender.close();
});

test('uses index scans even if the tables were never analysed', async () => {
  const client = await connectAppender({ connectionString: log.url });
  const notices: string[] = [];
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  await client.query("load 'auto_explain'");
  await client.query(
    "set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_level = 'notice'",
  );
  // One request with one event, in the order of `toBatchParameters`.
  const arrays = Array.from({ length: 18 }, (_, index) => `$${index + 1}`).join(', ');
  const id = randomUUID();
  await client.query(`select * from log.append_batch(${arrays})`, [
    [id],
    ['{}'],
    [1],
    [id],
    ['h'],
    [200],
    ['{}'],
    [1],
    ['course-plan'],
    [0],
    [1],
    ['course-plan'],
    [1],
    ['CourseRemoved'],
    [1],
    ['{}'],
    [],
    [],
  ]);
  await client.query(
    `select log.append_one(gen_random_uuid(), '{}', 'course-plan', 1, 'CourseRestored', 1, '{}', $1, $2, $3, 'h', 200, '{}')`,
    [['course-other'], [0], randomUUID()],
  );
  await client.end();
  const plans = notices.join('\n');
  expect(plans).toContain('events_stream_version_key');
  expect(plans).toContain('commands_pkey');
  expect(plans).not.toMatch(/Seq Scan on (events|commands)|Merge Join|Hash Join/);
});

test('sets synchronous_commit to on, whatever the default of the database is', async () => {
  const { rows } = await log.pool.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const value of ['off', 'remote_write']) {
    await log.pool.query(`alter database ${rows[0]?.name} set synchronous_commit = ${value}`);
    const client = await connectAppender({ connectionString: log.url });
    const shown = await client.query('show synchronous_commit');
    await client.end();
    expect(shown.rows).toEqual([{ synchronous_commit: 'on' }]);
  }
  await log.pool.query(`alter database ${rows[0]?.name} reset synchronous_commit`);
});
