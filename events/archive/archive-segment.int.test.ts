import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { pause } from '#concurrency/pause.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import type { DomainEvent } from '../catalogue/catalogue.ts';
import { userStream } from '../catalogue/streams/user.ts';
import { openReader } from '../log/read/reader.ts';
import { createSealer } from '../seals/sealer.ts';
import { archiveWithoutFiles } from '../testing/archive-without-files.ts';
import {
  appendRequest,
  courseAdded,
  courseRemoved,
  openTestLog,
  type TestLog,
  userRegistered,
} from '../testing/test-log.ts';

/** Appends one event to a stream that is at `expectedVersion`. */
const appendTo = ({ appender }: TestLog, stream: string, expectedVersion: number, event: DomainEvent) =>
  appender.append(appendRequest({ writes: [{ stream, expectedVersion, events: [event] }] }));

/** Appends one event to each of these streams, which have no events yet. */
const begin = async (log: TestLog, ...streams: string[]) => {
  for (const stream of streams) await appendTo(log, stream, 0, courseAdded(stream));
};

const readRows = async <R>({ pool }: Pick<TestLog, 'pool'>, sql: string, values: unknown[] = []) =>
  (await pool.query<R & Record<string, unknown>>(sql, values)).rows;

const archive = (
  { pool }: Pick<TestLog, 'pool'>,
  { first = 1, last, sha256 = Buffer.alloc(32) }: { first?: number; last: number; sha256?: Buffer },
) =>
  pool.query<{ number: number }>(
    `select log.archive_segment($1, $2, 'events', 'streams', 10, $3) as number`,
    [first, last, sha256],
  );

test('moves the events of a segment out of log.events, and keeps the last version of each stream', async () => {
  const log = await openTestLog();
  await begin(log, 'course-a', 'course-b', 'course-c');
  const write = (stream: string, expectedVersion: number) =>
    appendTo(log, stream, expectedVersion, courseRemoved);
  await write('course-a', 1);
  await createSealer({ pool: log.pool }).sealUpTo(4);
  await write('course-b', 1);
  await write('course-c', 1);
  await createSealer({ pool: log.pool }).sealUpTo(6);
  await begin(log, 'course-d');
  expect((await archive(log, { last: 4 })).rows).toEqual([{ number: 1 }]);
  expect((await archive(log, { first: 5, last: 6 })).rows).toEqual([{ number: 2 }]);
  expect(await readRows(log, 'select position::int, stream from log.events')).toEqual([
    { position: 7, stream: 'course-d' },
  ]);
  expect(
    await readRows(
      log,
      'select stream, version, segments, position::int from log.archived_streams order by stream',
    ),
  ).toEqual([
    { stream: 'course-a', version: 2, segments: [1], position: 4 },
    { stream: 'course-b', version: 2, segments: [1, 2], position: 5 },
    { stream: 'course-c', version: 2, segments: [1, 2], position: 6 },
  ]);
  expect(
    await readRows(
      log,
      `select number, first_position::int as first, last_position::int as last, events_object, streams_object, bytes::int,
         first_recorded_at <= last_recorded_at as is_ordered from log.segments order by number`,
    ),
  ).toEqual(
    [
      { number: 1, first: 1, last: 4 },
      { number: 2, first: 5, last: 6 },
    ].map((segment) => ({
      ...segment,
      ...{ events_object: 'events', streams_object: 'streams', bytes: 10, is_ordered: true },
    })),
  );
  // New positions follow those of the archived events.
  expect(await write('course-d', 1)).toEqual({ outcome: 'appended', position: 8 });
});

test('refuses a segment that does not begin after the previous one, without seals at its ends, without all its events, or with the last event of the log', async () => {
  const log = await openTestLog();
  await begin(log, 'course-a', 'course-b', 'course-c', 'course-d');
  const sealer = createSealer({ pool: log.pool, pageSize: 2 });
  await sealer.sealUpTo(4);
  await expect(archive(log, { last: 3 })).rejects.toThrow('are not the range of some seals');
  await expect(archive(log, { first: 3, last: 4 })).rejects.toThrow('The next segment begins at position 1');
  await expect(archive(log, { last: 4 })).rejects.toThrow('the last event of the log stays');
  await archive(log, { last: 2 });
  await expect(archive(log, { last: 2 })).rejects.toThrow('The next segment begins at position 3');
  await begin(log, 'course-e');
  const client = await log.pool.connect();
  await client.query("set session_replication_role = 'replica'; delete from log.events where position = 3");
  client.release(true);
  await expect(archive(log, { first: 3, last: 4 })).rejects.toThrow('log.events has only 1');
});

test('concurrent archivals of one segment record it once', async () => {
  const log = await openTestLog();
  await begin(log, 'course-a', 'course-b', 'course-c');
  await createSealer({ pool: log.pool }).sealUpTo(2);
  const results = await Promise.allSettled([archive(log, { last: 2 }), archive(log, { last: 2 })]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await readRows(log, 'select number from log.segments')).toEqual([{ number: 1 }]);
});

test('refuses to delete events that are not archived, and to delete or rewrite the rows of archived streams', async () => {
  const log = await openTestLog();
  await begin(log, 'course-a', 'course-b', 'course-c');
  await archiveWithoutFiles(log.pool, 2);
  const refused = [
    'delete from log.events',
    'delete from log.events where position = 3',
    ...['delete from log.archived_streams', 'truncate log.archived_streams'],
    'update log.archived_streams set version = 1',
    'update log.archived_streams set version = version + 1, segments = segments || 2',
    "update log.archived_streams set version = version + 1, position = position + 10, segments = '{}'",
    "update log.archived_streams set version = version + 1, position = position + 10, segments = '{2,3}'",
    "update log.archived_streams set stream = 'x', version = version + 1, position = position + 10, segments = segments || 2",
  ];
  for (const sql of refused) await expect(log.pool.query(sql), sql).rejects.toThrow('is refused');
  await log.pool.query('delete from log.events where position <= 2');
});

test('the services can read segments and archived streams, but not write to the tables of the archive; analysts and the head signer cannot read segments', async () => {
  const log = await openTestLog();
  const attempt = async (role: string, sql: string) => {
    const client = await log.pool.connect();
    try {
      await client.query(`set role ${role}`);
      await client.query(sql);
      return 'done';
    } catch (error) {
      return (error as Error).message;
    } finally {
      client.release(true);
    }
  };
  for (const role of ['lyceum_command', 'lyceum_projector', 'lyceum_reader']) {
    for (const table of ['segments', 'archived_streams'])
      expect(await attempt(role, `select from log.${table}`), `${role} ${table}`).toBe('done');
    for (const sql of [
      'insert into log.segments default values',
      'insert into log.archived_streams default values',
      'insert into log.kept_events default values',
      'update log.archived_streams set version = 2',
      `select log.archive_segment(1, 2, '', '', 1, '')`,
    ])
      expect(await attempt(role, sql), `${role} ${sql}`).toContain('permission denied');
  }
  for (const role of ['lyceum_analyst', 'lyceum_signer'])
    expect(await attempt(role, 'select from log.segments')).toContain('permission denied');
});

test('an append to a stream whose events are all archived continues its versions, and detects conflicts', async () => {
  const log = await openTestLog();
  const streams = ['course-a', 'course-b', 'course-c', 'course-d'];
  await begin(log, ...streams, 'course-last');
  await archiveWithoutFiles(log.pool, streams.length);
  const append = (request: Parameters<typeof appendRequest>[0]) =>
    log.appender.append(appendRequest(request));
  const writeTo = (stream: string, expectedVersion: number, count = 1) => ({
    writes: [{ stream, expectedVersion, events: Array.from({ length: count }, () => courseRemoved) }],
  });
  const conflict = (stream: string, version: number) => ({ outcome: 'conflict', stream, version });
  // One event is appended by log.append_one, several by log.append_batch.
  for (const count of [1, 2]) {
    expect(await append(writeTo('course-a', 0, count))).toEqual(conflict('course-a', 1));
    expect(await append(writeTo('course-a', 2, count))).toEqual(conflict('course-a', 1));
    for (const version of [0, 2])
      expect(
        await append({
          ...writeTo(`course-new-${count}`, 0, count),
          asserts: [{ stream: 'course-b', version }],
        }),
      ).toEqual(conflict('course-b', 1));
  }
  expect(await append({ ...writeTo('course-a', 1), asserts: [{ stream: 'course-b', version: 1 }] })).toEqual({
    outcome: 'appended',
    position: 6,
  });
  expect(
    await append({ ...writeTo('course-b', 1, 2), asserts: [{ stream: 'course-c', version: 1 }] }),
  ).toEqual({ outcome: 'appended', position: 8 });
  expect(await append(writeTo('course-a', 1))).toEqual(conflict('course-a', 2));
  expect(await append({ asserts: [{ stream: 'course-c', version: 2 }] })).toEqual(conflict('course-c', 1));
  // Concurrent requests share a batch.
  const [winner, ...losers] = await Promise.all(
    Array.from({ length: 8 }, () => append(writeTo('course-d', 1))),
  );
  expect(winner?.outcome).toBe('appended');
  expect(losers.map(({ outcome }) => outcome)).toEqual(losers.map(() => 'conflict'));
});

test('a service that does not know the archive cannot append once events are archived', async () => {
  const log = await openTestLog();
  await begin(log, 'note-a', 'note-b', 'note-c');
  const arrays = Array.from({ length: 18 }, () => "'{}'").join(', ');
  const appends = [
    `log.append_one(gen_random_uuid(), '{}', 'note-a', 1, 'NoteRemoved', 1, '{}', null, null, null, null, null, null)`,
    `log.append_one_counted(gen_random_uuid(), '{}', 'note-b', 1, 'NoteRemoved', 1, '{}', null, null, null, null, null, null,
      gen_random_uuid(), 1, 1, true, null, null)`,
    `log.append_batch(${arrays})`,
    `log.append_reserving(${arrays}, gen_random_uuid(), 'x')`,
  ];
  const attempt = async (sql: string, setting: string) => {
    const client = await log.pool.connect();
    try {
      // A service of the release before the archive does not set `lyceum.knows_archive`: `setting` is then empty.
      await client.query(`begin; set role lyceum_command; set search_path = pg_catalog, pg_temp; ${setting}`);
      await client.query(`select ${sql}`);
      return 'done';
    } catch (error) {
      return (error as Error).message;
    } finally {
      client.release(true);
    }
  };
  for (const sql of appends) expect(await attempt(sql, ''), sql).toBe('done');
  await archiveWithoutFiles(log.pool, 2);
  for (const sql of appends) {
    expect(await attempt(sql, ''), sql).toContain('Start the current release');
    expect(await attempt(sql, 'set lyceum.knows_archive = on'), sql).toBe('done');
  }
});

test('an archived event is not mistaken for a lost one', async () => {
  const log = await openTestLog();
  await begin(log, 'course-a', 'course-b', 'course-c');
  await log.pool.query("update log.history set timeline = 'earlier'");
  const [event] = await readRows<{ command_id: string; at: string }>(
    log,
    'select command_id, (extract(epoch from recorded_at) * 1000000)::bigint::text as at from log.events where position = 2',
  );
  await archiveWithoutFiles(log.pool, 2);
  const [identity] = await readRows<{ id: string }>(log, 'select id from log.identity');
  await log.pool.query('select log.confirm_append(2, $1)', [event?.command_id]);
  const confirm = async (position: number, command?: string) =>
    (
      await readRows<{ id: string }>(log, 'select log.confirm_history($1, $2, $3, $4) as id', [
        identity?.id,
        position,
        command,
        event?.at,
      ])
    )[0]?.id;
  expect(await confirm(2, event?.command_id)).toBe(identity?.id);
  expect(await confirm(3, randomUUID())).not.toBe(identity?.id);
});

test('repeats the removals of a user and of an Admin whose events are archived, but only once', async () => {
  const log = await openTestLog();
  const [removed, admin, other] = [randomUUID(), randomUUID(), randomUUID()];
  for (const person of [removed, admin, other])
    await appendTo(log, userStream(person), 0, userRegistered('x'));
  await appendTo(log, 'admins', 0, { type: 'AdminAppointed', data: { userId: admin } });
  await appendTo(log, userStream(removed), 1, { type: 'UserRemoved', data: {} });
  await begin(log, 'course-last');
  await archiveWithoutFiles(log.pool, 5);
  expect(await readRows(log, 'select stream, position::int from log.removals')).toEqual([
    { stream: userStream(removed), position: 5 },
  ]);
  const reader = openReader({ pool: log.pool, vault: null });
  afterTests(() => reader.close());
  // No object store is needed to read them.
  expect((await reader.readPage(0, 10, ['UserRemoved'])).events).toMatchObject([
    { position: 5, stream: userStream(removed), version: 2, type: 'UserRemoved', data: {} },
  ]);
  // The key was not destroyed, as if the vault had been restored from an older backup.
  expect([await log.vault.reapplyRemovals(), await log.vault.reapplyRemovals()]).toEqual([1, 0]);
  const repeat = async () =>
    (
      await readRows<{ repeated: number }>(log, 'select log.repeat_removals($1) as repeated', [
        [removed, admin],
      ])
    )[0]?.repeated;
  expect(await repeat()).toBe(1);
  expect(await repeat()).toBe(0);
  expect(
    await readRows(
      log,
      `select stream, version, type, data::text from log.events where position > 6 order by position`,
    ),
  ).toEqual([
    { stream: userStream(admin), version: 2, type: 'UserRemoved', data: '{}' },
    {
      stream: 'admins',
      version: 2,
      type: 'AdminDismissed',
      data: JSON.stringify({ userId: admin }).replace(':', ' : '),
    },
  ]);
});

test('appends continue while events are archived, and neither positions nor versions have gaps', async () => {
  const log = await openTestLog();
  const streams = Array.from({ length: 12 }, (_, index) => `course-${index}`);
  await begin(log, ...streams);
  let isDone = false;
  const appendOn = async (stream: string) => {
    let version = 1;
    while (!isDone) {
      expect((await appendTo(log, stream, version, courseRemoved)).outcome).toBe('appended');
      version += 1;
      // The stream is quiet in between, so at times all its events are archived.
      await pause(Math.random() * 40);
    }
    return version;
  };
  const appending = Promise.all(streams.map(appendOn));
  const archiving = async () => {
    for (let count = 0; count < 30; count += 1) {
      const head = await log.reader.head();
      await archiveWithoutFiles(log.pool, head - 1);
      await vi.waitFor(async () => expect(await log.reader.head()).toBeGreaterThan(head + 3), longWait);
    }
    isDone = true;
  };
  const [versions] = await Promise.all([
    appending,
    archiving().catch((error: unknown) => {
      isDone = true;
      throw error;
    }),
  ]);
  const rows = await readRows<{ stream: string; version: number; archived: number; stored: number }>(
    log,
    `select archived.stream, archived.version as archived, count(events.version)::int as stored,
         coalesce(max(events.version), archived.version) as version
       from log.archived_streams as archived left join log.events using (stream)
       group by archived.stream, archived.version order by archived.stream`,
  );
  expect(new Map(rows.map(({ stream, version }) => [stream, version]))).toEqual(
    new Map(streams.map((stream, index) => [stream, versions[index]])),
  );
  for (const { version, archived, stored } of rows) expect(version).toBe(archived + stored);
  const [{ gaps } = {}] = await readRows<{ gaps: number }>(
    log,
    `select (max(position) - log.archived_head() - count(*))::int as gaps from log.events`,
  );
  expect(gaps).toBe(0);
});
