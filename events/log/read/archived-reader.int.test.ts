import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { type Archive, createArchive } from '../../archive/archive.ts';
import {
  ArchiveNotConfiguredError,
  ArchiveUnavailableError,
  SegmentsMissingError,
} from '../../archive/archive-error.ts';
import { proveEvent } from '../../seals/prove.ts';
import { createSealer } from '../../seals/sealer.ts';
import { readStoredEvents } from '../../seals/stored-events.ts';
import { archiveWithoutFiles } from '../../testing/archive-without-files.ts';
import { archiveEverything, createArchiveFolder } from '../../testing/archived-log.ts';
import { pretendToLag } from '../../testing/intercept-queries.ts';
import {
  appendRequest,
  courseAdded,
  courseRemoved,
  openTestLog,
  type TestLog,
  userRegistered,
} from '../../testing/test-log.ts';
import { classifyFailure } from '../database-failure.ts';
import { createBoundedReader } from './bounded-reader.ts';
import { openReader } from './reader.ts';

const person = '5c0fd2a2-54f4-4c5f-9e33-0b6a3a3b7c11';
const eventCount = 60;

const append = (log: TestLog, stream: string, expectedVersion: number, events = [courseRemoved]) =>
  log.appender.append(appendRequest({ writes: [{ stream, expectedVersion, events }] }));

/** Opens a log with 60 events in 13 streams, sealed in pages of 6, and a reader of it. `open` opens further readers. */
const openLog = async () => {
  const log = await openTestLog();
  await append(log, `user-${person}`, 0, [userRegistered('sam')]);
  for (let number = 1; number < eventCount; number += 1) {
    const version = Math.floor((number - 1) / 12);
    await append(
      log,
      `note-${(number - 1) % 12}`,
      version,
      version === 0 ? [courseAdded(`Größe 😀 ${number}`)] : undefined,
    );
  }
  await createSealer({ pool: log.pool, pageSize: 6 }).sealUpTo();
  const { store } = createArchiveFolder();
  const archive = createArchive(store);
  const open = (options: { archive: Archive | null; pool?: Pool }) => {
    const reader = openReader({ pool: log.pool, vault: log.vault, ...options });
    afterTests(() => reader.close());
    return reader;
  };
  return { ...log, store, archive, open, reader: open({ archive }) };
};

/** Returns what the methods that read events return, except `tail`. It must not depend on where the events are. */
const readEverything = async ({ reader }: Awaited<ReturnType<typeof openLog>>) => {
  const positions = Array.from({ length: eventCount }, (_, index) => index + 1);
  const { events } = await reader.readPage(0, eventCount);
  const times = events.flatMap(({ recordedAt }) => [recordedAt, new Date(recordedAt.getTime() + 1)]);
  const bounded = createBoundedReader(reader, 20);
  return {
    pages: await Promise.all(
      [
        [0, 10],
        [5, 30],
        [29, 1],
        [30, 1],
        [35, 2],
        [36, 24],
      ].map(async ([after = 0, limit = 0]) => (await reader.readPage(after, limit)).events),
    ),
    types: (await reader.readPage(2, 50, ['CourseRemoved', 'UserRegistered'])).events,
    noTypes: (await reader.readPage(2, 3, ['UserRemoved'])).events,
    streams: await reader.readStreams([
      { stream: 'note-1', afterVersion: 0 },
      { stream: 'note-2', afterVersion: 1 },
      { stream: 'note-3', afterVersion: 4 },
      { stream: 'note-4', afterVersion: 9 },
      { stream: 'note-none', afterVersion: 0 },
      { stream: `user-${person}`, afterVersion: 0 },
    ]),
    stream: await reader.readStream('note-7'),
    inRun: (await reader.readStreamsInRun([{ stream: 'note-8', afterVersion: 1 }])).events,
    at: await reader.readAt([...positions.toReversed(), 5, 0]),
    some: await reader.readAt([59, 3, 17]),
    before: await Promise.all(times.map((time) => reader.positionBefore(time))),
    longBefore: await reader.positionBefore(new Date('2000-01-01')),
    bounded: (await bounded.readPage(0, 100)).events,
  };
};

test('reads the same before and after events were archived', async () => {
  const log = await openLog();
  const before = await readEverything(log);
  expect(before.pages[0]).toHaveLength(10);
  expect(before.streams.map(({ length }) => length)).toEqual([5, 4, 1, 0, 0, 1]);
  for (const eventsPerSegment of [18, 36]) {
    await archiveEverything(log.url, log.store, { eventsPerSegment });
    expect(await readEverything(log)).toEqual(before);
  }
  const { rows } = await log.pool.query('select min(position)::int as first from log.events');
  expect(rows[0].first).toBeGreaterThan(36);
});

test('continues streams whose events are archived, and reads both parts in order', async () => {
  const log = await openLog();
  await archiveEverything(log.url, log.store);
  expect(await append(log, 'note-1', 4)).toMatchObject({ outcome: 'conflict', version: 5 });
  expect(await append(log, 'note-1', 5)).toMatchObject({ outcome: 'appended' });
  expect(await append(log, `user-${person}`, 0)).toMatchObject({ outcome: 'conflict', version: 1 });
  const versions = async (afterVersion: number) =>
    (await log.reader.readStream('note-1', afterVersion)).map(({ version }) => version);
  expect(await versions(0)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await versions(4)).toEqual([5, 6]);
  expect(await versions(5)).toEqual([6]);
});

test('follows the log from the first event, through the archive to the head', async () => {
  const log = await openLog();
  await archiveEverything(log.url, log.store);
  const stop = new AbortController();
  const positions: number[] = [];
  for await (const { events } of log.reader.tail({ after: 0, pageSize: 7, signal: stop.signal })) {
    for (const { position } of events) positions.push(position);
    if (positions.length === eventCount + 1) await append(log, 'note-1', 5);
    if (positions.length === eventCount + 2) stop.abort();
  }
  expect(positions).toEqual(Array.from({ length: eventCount + 2 }, (_, index) => index + 1));
});

test('a tail continues after its last event was archived', async () => {
  const log = await openLog();
  const stop = new AbortController();
  const positions: number[] = [];
  for await (const { events } of log.reader.tail({ after: 0, pageSize: 20, signal: stop.signal })) {
    if (positions.length === 0) await archiveEverything(log.url, log.store);
    for (const { position } of events) positions.push(position);
    if (positions.length >= eventCount + 1) stop.abort();
  }
  expect(positions).toEqual(Array.from({ length: eventCount + 1 }, (_, index) => index + 1));
});

test('without an object store, a read that needs it fails, and the error says what to set; other reads succeed', async () => {
  const log = await openLog();
  await archiveEverything(log.url, log.store);
  const reader = log.open({ archive: null });
  const [third] = await log.reader.readAt([3]);
  const refused: (() => Promise<unknown>)[] = [
    () => reader.readPage(0, 5),
    () => reader.readPage(53, 5),
    () => reader.readPage(0, 100, ['CourseRemoved']),
    () => reader.readStream('note-1'),
    () => reader.readAt([3]),
    () => reader.positionBefore(third?.recordedAt ?? new Date(0)),
    () =>
      reader
        .tail({ after: 0, signal: AbortSignal.timeout(60_000) })
        [Symbol.asyncIterator]()
        .next(),
  ];
  for (const read of refused) {
    await expect(read()).rejects.toThrow(ArchiveNotConfiguredError);
    await expect(read()).rejects.toThrow('Set ARCHIVE_URL');
  }
  expect((await reader.readPage(54, 100)).events[0]?.position).toBe(55);
  expect(await reader.readStream('note-new')).toEqual([]);
  expect(await reader.readStream('note-1', 5)).toEqual([]);
  expect((await reader.readAt([59, 999])).map(({ position }) => position)).toEqual([59]);
});

test('reads everything if events are archived between two queries of a read', async () => {
  // The first query of each read sees the database as it was before the archival.
  const reads: ((reader: TestLog['reader']) => Promise<readonly { position: number }[]>)[] = [
    async (reader) => (await reader.readPage(0, 40)).events,
    async (reader) => (await reader.readPage(0, 40, ['CourseRemoved'])).events,
    (reader) => reader.readStream('note-1'),
    (reader) => reader.readAt([1, 20, 40, 60]),
  ];
  for (const read of reads) {
    const log = await openLog();
    const expected = await read(log.reader);
    await archiveEverything(log.url, log.store, { before: new Date(0) });
    let archival: Promise<unknown> | null = null;
    const pool = Object.create(log.pool) as Pool;
    Object.assign(pool, {
      query: async (...parameters: Parameters<Pool['query']>) => {
        const result = await (log.pool.query as (...all: unknown[]) => Promise<unknown>)(...parameters);
        archival ??= archiveEverything(log.url, log.store);
        await archival;
        return result;
      },
    });
    const reader = log.open({ archive: log.archive, pool });
    expect(await read(reader)).toEqual(expected);
    expect(await read(reader)).toEqual(expected);
    expect(await archival).toMatchObject({ last: 54 });
  }
});

test('the streams of users, courses and Admins are read from copies in the database', async () => {
  const log = await openTestLog();
  const admins = 'admins';
  const user = `user-${person}`;
  await append(log, user, 0, [userRegistered('sam')]);
  await append(log, 'course-1', 0, [courseAdded('Statics'), courseRemoved]);
  await append(log, admins, 0, [{ type: 'AdminAppointed', data: { userId: person } }]);
  await append(log, 'note-1', 0);
  const streams = [user, 'course-1', admins].flatMap((stream) =>
    [0, 1, 2].map((afterVersion) => ({ stream, afterVersion })),
  );
  const readAll = () => Promise.all(streams.map((range) => log.reader.readStreams([range])));
  const before = await readAll();
  const selectKeptSql = `select * from log.events where stream in ('admins', 'course-1', '${user}') order by position`;
  const stored = (await log.pool.query(selectKeptSql)).rows;
  await append(log, 'note-2', 0);
  await archiveWithoutFiles(log.pool, 5);
  expect(await readAll()).toEqual(before);
  expect((await log.pool.query('select * from log.kept_events order by position')).rows).toEqual(stored);
  await expect(log.reader.readStream('note-1')).rejects.toThrow(ArchiveNotConfiguredError);
  await append(log, 'course-1', 2);
  await append(log, user, 1, [{ type: 'UserProfileEdited', data: { name: 'Sam', imageUrl: '/sam.svg' } }]);
  const both = await log.reader.readStreams(
    ['course-1', user, admins].map((stream) => ({ stream, afterVersion: 0 })),
  );
  expect(both.map((events) => events.map(({ version }) => version))).toEqual([[1, 2, 3], [1, 2], [1]]);
  // The rest is archived later. The copied events are then in two segments.
  await append(log, 'note-2', 1);
  await archiveWithoutFiles(log.pool, 8);
  expect(
    await log.reader.readStreams(['course-1', user, admins].map((stream) => ({ stream, afterVersion: 0 }))),
  ).toEqual(both);
  await log.pool.query(
    `alter table log.kept_events disable trigger user; delete from log.kept_events where stream = 'course-1' and version = 2`,
  );
  await expect(log.reader.readStream('course-1')).rejects.toThrow('does not have versions 1 to 3');
});

test('a read fails instead of being incomplete if its second query reaches a server that lags behind', async () => {
  const log = await openLog();
  await archiveEverything(log.url, log.store);
  const time = (await log.reader.readAt([30]))[0]?.recordedAt ?? new Date();
  const pool = pretendToLag(log.pool);
  const reader = log.open({ archive: log.archive, pool });
  const source = { database: pool, archive: log.archive };
  const reads: Record<string, () => Promise<unknown>> = {
    page: () => reader.readPage(0, 100),
    archivedPage: () => reader.readPage(0, 10),
    types: () => reader.readPage(0, 100, ['CourseAdded', 'UserRegistered']),
    removals: () => reader.readPage(0, 100, ['UserRemoved']),
    at: () => reader.readAt([1, 2, 59]),
    stream: () => reader.readStream('note-1'),
    before: () => reader.positionBefore(time),
    stored: () => readStoredEvents(source, { after: 0, limit: 100 }),
    proof: () => proveEvent(source, 30),
  };
  for (const [name, read] of Object.entries(reads))
    await expect(read(), name).rejects.toThrow(SegmentsMissingError);
  expect(classifyFailure(SegmentsMissingError.ofPositions(1, 2))).toBe('transient');
  // Positions that are not archived need no second query.
  expect((await reader.readAt([59, 60, 999])).map(({ position }) => position)).toEqual([59, 60]);
  expect((await reader.readPage(54, 6)).events).toHaveLength(6);
});

test('a page after a negative position begins with the first event', async () => {
  const log = await openLog();
  const read = async () => [
    (await log.reader.readPage(-5, 3)).events,
    (await log.reader.readPage(-5, 3, ['CourseAdded'])).events,
    (await createBoundedReader(log.reader, 2).readPage(-5, 100)).events,
  ];
  const before = await read();
  expect(before.map((events) => events.map(({ position }) => position))).toEqual([
    [1, 2, 3],
    [2, 3],
    [1, 2],
  ]);
  await archiveEverything(log.url, log.store);
  expect(await read()).toEqual(before);
});

test('a read of streams waits for the archive only until its deadline', async () => {
  const log = await openLog();
  await archiveEverything(log.url, log.store);
  const archive = createArchive({ ...log.store, read: () => new Promise(() => undefined) });
  const reader = openReader({ pool: log.pool, vault: log.vault, archive, archiveTimeoutMs: 50 });
  afterTests(() => reader.close());
  await expect(reader.readStreamsInRun([{ stream: 'note-1', afterVersion: 0 }])).rejects.toThrow(
    ArchiveUnavailableError,
  );
});

test('after a failed read, the next reads do not ask the object store, and only one failure is reported', async () => {
  const log = await openLog();
  await archiveEverything(log.url, log.store);
  let calls = 0;
  let reports = 0;
  const archive = createArchive(
    {
      ...log.store,
      read: () => {
        calls += 1;
        return Promise.reject(new ArchiveUnavailableError('down'));
      },
    },
    {
      onFailure: () => {
        reports += 1;
      },
    },
  );
  const reader = log.open({ archive });
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(reader.readStream('note-1')).rejects.toThrow('down');
  expect({ calls, reports }).toEqual({ calls: 1, reports: 1 });
});

test('personal data of a removed person cannot be decrypted in archived events', async () => {
  const log = await openLog();
  await archiveEverything(log.url, log.store);
  // The stream is read from its copy in the database, and the event at position 1 from the object store.
  const read = async () => [
    (await log.reader.readStream(`user-${person}`))[0]?.data,
    (await log.reader.readAt([1]))[0]?.data,
  ];
  expect(await read()).toMatchObject([{ name: 'sam' }, { name: 'sam' }]);
  const { rows } = await log.pool.query('select data::text from log.kept_events where position = 1');
  expect(rows[0].data).not.toContain('sam@');
  await log.appender.append(
    appendRequest({
      writes: [{ stream: `user-${person}`, expectedVersion: 1, events: [{ type: 'UserRemoved', data: {} }] }],
      destroyKeysOf: [person],
    }),
  );
  await log.reader.readStream(`user-${person}`);
  const removed = { name: null, email: null };
  expect(await read()).toMatchObject([removed, removed]);
});
