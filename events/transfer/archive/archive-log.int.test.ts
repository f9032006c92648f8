import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withClient } from '#platform/testing/with-client.ts';
import { createArchive, type Segment } from '../../archive/archive.ts';
import { findSegmentsAfter } from '../../archive/archived-events.ts';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { StreamEntry } from '../../archive/segment-schema.ts';
import { proveEvent } from '../../seals/prove.ts';
import { createSealer } from '../../seals/sealer.ts';
import { readStoredEvents } from '../../seals/stored-events.ts';
import { verify } from '../../seals/verify/verify.ts';
import { archiveEverything, createArchiveFolder } from '../../testing/archived-log.ts';
import { openLogDatabase } from '../../testing/log-database.ts';
import { verifySegment } from './verify-segment.ts';

const openSealedLog = async (events: number, streams = 7) => {
  const log = await openLogDatabase(events, streams);
  await createSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
  return { ...createArchiveFolder(), ...log };
};

const openArchivable = () => openSealedLog(100);

const readAll = async (source: Parameters<typeof readStoredEvents>[0], limit = 1_000) =>
  readStoredEvents(source, { after: 0, limit });

test('moves full segments to the store, and reads the same events from there', async () => {
  const { pool, url, store, folder } = await openArchivable();
  const before = await readAll({ database: pool, archive: null });
  const result = await archiveEverything(url, store);
  expect(result).toMatchObject({ first: 1, last: 96, segments: 6, recordedAs: 101 });
  const { rows } = await pool.query(
    'select min(position)::int as first, max(position)::int as last from log.events',
  );
  expect(rows).toEqual([{ first: 97, last: 101 }]);
  const archive = createArchive(store);
  const after = await readAll({ database: pool, archive });
  expect(after.slice(0, 100)).toEqual(before);
  expect(after[100]).toMatchObject({ stream: 'log', type: 'LogArchived' });
  expect(JSON.parse(after[100]?.data ?? '')).toMatchObject({
    ...{ from: 1, to: 96, operator: 'grace@school-server', store: store.address },
  });
  const { rows: identity } = await pool.query('select id from log.identity');
  expect(readdirSync(folder)).toEqual([identity[0].id]);
  expect(readdirSync(join(folder, identity[0].id)).toSorted()).toEqual(
    [1, 17, 33, 49, 65, 81]
      .flatMap((first) => ['events', 'streams'].map((kind) => `${kind}-${first}-${first + 15}.parquet`))
      .toSorted(),
  );
  // Pages that begin and end anywhere.
  for (const [start, limit] of [
    [0, 3],
    [14, 5],
    [15, 1],
    [90, 30],
    [96, 2],
    [-5, 20],
  ] as const) {
    const page = await readStoredEvents({ database: pool, archive }, { after: start, limit });
    expect(page).toEqual(after.slice(Math.max(start, 0), Math.max(start, 0) + limit));
  }
  expect(await verify({ pool, archive })).toMatchObject({ failure: null, events: 101, unsealed: 1 });
  await expect(readAll({ database: pool, archive: null })).rejects.toThrow('Set ARCHIVE_URL');
  await expect(verify({ pool })).rejects.toThrow('Set ARCHIVE_URL');
  const proof = await proveEvent({ database: pool, archive }, 40);
  expect(proof?.event).toEqual(before[39]);
});

test('archives only events that are old enough, and keeps an incomplete segment', async () => {
  const log = await openArchivable();
  // The events of the log are from the first microseconds of 2026.
  expect(await archiveEverything(log.url, log.store, { before: new Date('2026-01-01') })).toBeNull();
  expect(await archiveEverything(log.url, log.store, { eventsPerSegment: 100 })).toBeNull();
  const { rows } = await log.pool.query("select from log.events where type = 'LogArchived'");
  expect(rows).toEqual([]);
  expect(readdirSync(log.folder)).toEqual([]);
  expect(await archiveEverything(log.url, log.store, { eventsPerSegment: 90 })).toMatchObject({
    ...{ first: 1, last: 88, segments: 1 },
  });
});

test('the first archival must be confirmed, and no enrolment may depend on log.events', async () => {
  const log = await openArchivable();
  await expect(archiveEverything(log.url, log.store, { isFirst: false })).rejects.toThrow(
    'confirm this with --first',
  );
  const addEnrolment = (position: number | null) =>
    log.pool.query(
      `insert into read.enrolments (id, course_id, user_id, has_left, enrolled_at, enrolled_position, position, completed_modules,
           started_by, first_enrolled_position)
         values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), false, now(), 1, 1, 0, 'enrolment', $1)`,
      [position],
    );
  await addEnrolment(1);
  await addEnrolment(null);
  await expect(archiveEverything(log.url, log.store)).rejects.toThrow('Rebuild the read models first');
  expect(readdirSync(log.folder)).toEqual([]);
  await log.pool.query('delete from read.enrolments where first_enrolled_position is null');
  expect(await archiveEverything(log.url, log.store, { eventsPerSegment: 90 })).toMatchObject({ last: 88 });
  expect(await archiveEverything(log.url, log.store, { eventsPerSegment: 8, isFirst: false })).toMatchObject({
    first: 89,
  });
});

test('only one run archives a log at a time', async () => {
  const log = await openArchivable();
  const runs = await Promise.allSettled([1, 2].map(() => archiveEverything(log.url, log.store)));
  const refused = runs.filter((run) => run.status === 'rejected');
  expect(refused.map(({ reason }) => String(reason))).toEqual([
    'ArchiveInUseError: Another process archives this log. Wait until it has ended.',
  ]);
});

test('refuses a store without the earlier segments, and records nothing', async () => {
  const log = await openArchivable();
  await archiveEverything(log.url, log.store);
  await log.insertEvents(100);
  await createSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
  const other = createArchiveFolder();
  const head = async () => (await log.pool.query('select max(position)::int as head from log.events')).rows;
  const before = await head();
  await expect(archiveEverything(log.url, other.store)).rejects.toThrow(
    /is missing.*Nothing was archived.*Set ARCHIVE_URL to the store of the earlier segments/,
  );
  const [segment] = await findSegmentsAfter(log.pool, 90);
  rmSync(join(log.folder, segment?.streamsObject ?? ''));
  await expect(archiveEverything(log.url, log.store)).rejects.toThrow('Nothing was archived');
  expect(await head()).toEqual(before);
  expect(readdirSync(other.folder)).toEqual([]);
});

test('deletes nothing if an object is lost after it was verified', async () => {
  const log = await openArchivable();
  const persisted: string[] = [];
  const losing: ObjectStore = {
    ...log.store,
    persist: async (name) => {
      await log.store.persist(name);
      persisted.push(name);
      rmSync(join(log.folder, persisted[0] ?? ''), { force: true });
    },
  };
  await expect(archiveEverything(log.url, losing)).rejects.toThrow(
    /streams-1-16.*is missing.*Nothing was deleted/,
  );
  expect(persisted.map((name) => name.split('/')[1])).toEqual([
    'streams-1-16.parquet',
    'events-1-16.parquet',
  ]);
  const { rows } = await log.pool.query('select min(position)::int as first from log.events');
  expect(rows).toEqual([{ first: 1 }]);
});

describe('an archival', () => {
  test('removes the files and vacuums the rows that an interrupted one has left behind', async () => {
    const log = await openArchivable();
    const readState = async () =>
      (
        await log.pool.query(
          `select identity.id, (select oid from pg_database where datname = current_database()),
             (select vacuum_count::int from pg_stat_all_tables where relid = 'log.events'::regclass) as vacuums
           from log.identity`,
        )
      ).rows[0];
    await expect(
      archiveEverything(log.url, log.store, {
        onSegment: () => {
          throw new Error('killed');
        },
      }),
    ).rejects.toThrow('killed');
    const { id, oid, vacuums } = await readState();
    expect(vacuums).toBe(0);
    const files = join(tmpdir(), `lyceum-archive-${id}-${oid}-killed`);
    mkdirSync(files);
    writeFileSync(join(files, 'events-1'), '');
    await archiveEverything(log.url, log.store);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`lyceum-archive-${id}-${oid}-`))).toEqual(
      [],
    );
    // At the beginning, after the fifth segment, and at the end.
    expect((await readState()).vacuums).toBe(3);
    await archiveEverything(log.url, log.store);
    expect((await readState()).vacuums).toBe(4);
  });

  /** Returns a store that fails after some calls of a method, as if the process were killed. */
  const failAfter = (store: ObjectStore, method: 'create' | 'read', calls: number): ObjectStore => {
    let left = calls;
    return {
      ...store,
      [method]: (...parameters: never[]) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return (store[method] as (...all: never[]) => unknown)(...parameters);
      },
    };
  };

  test.each([0, 1, 2, 3, 5])(
    'that was interrupted after %i stored objects is continued by the next one',
    async (calls) => {
      const log = await openArchivable();
      const before = await readAll({ database: log.pool, archive: null });
      await expect(archiveEverything(log.url, failAfter(log.store, 'create', calls))).rejects.toThrow(
        'killed',
      );
      // The next run is killed while it reads objects.
      await expect(archiveEverything(log.url, failAfter(log.store, 'read', 1))).rejects.toThrow('killed');
      const archive = createArchive(log.store);
      const between = await readAll({ database: log.pool, archive });
      expect(between.slice(0, 100)).toEqual(before);
      expect(await archiveEverything(log.url, log.store)).toMatchObject({ last: 96 });
      const after = await readAll({ database: log.pool, archive });
      expect(after.slice(0, 100)).toEqual(before);
      expect((await verify({ pool: log.pool, archive })).failure).toBeNull();
    },
  );

  test('accepts objects that were stored before the database was restored to an earlier time', async () => {
    const log = await openArchivable();
    const before = await readAll({ database: log.pool, archive: null });
    await log.pool.query('create table saved as table log.events');
    await archiveEverything(log.url, log.store);
    await log.forge(
      `delete from log.segments; delete from log.archived_streams; delete from log.kept_events;
       delete from log.events; insert into log.events select * from saved`,
    );
    expect(await archiveEverything(log.url, log.store)).toMatchObject({ last: 96 });
    const archive = createArchive(log.store);
    expect((await readAll({ database: log.pool, archive })).slice(0, 100)).toEqual(before);
  });

  test('never overwrites an object that has different content', async () => {
    const log = await openArchivable();
    await log.pool.query('create table saved as table log.events');
    await archiveEverything(log.url, log.store);
    // Another history under the same log id, with its own seals.
    await log.forge(
      `delete from log.segments; delete from log.archived_streams; delete from log.kept_events;
       delete from log.events; insert into log.events select * from saved; delete from log.seals;
       update log.events set type = 'Forged' where position = 3`,
    );
    await createSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
    const readContents = (folder: string): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('base64'));
    const stored = readContents(log.folder);
    await expect(archiveEverything(log.url, log.store)).rejects.toThrow(
      /are not those that seal 1 sealed.*Nothing was deleted.*never overwritten/,
    );
    expect(readContents(log.folder)).toEqual(stored);
    const { rows } = await log.pool.query(
      'select count(*)::int as events from log.events where position <= 100',
    );
    expect(rows).toEqual([{ events: 100 }]);
  });
});

test('does not accept a streams object that has more entries than the database', async () => {
  const log = await openArchivable();
  await log.pool.query('create table saved as table log.events');
  await archiveEverything(log.url, log.store);
  const [segment] = await findSegmentsAfter(log.pool, 0);
  await log.forge(
    `delete from log.segments; delete from log.archived_streams; delete from log.kept_events;
     delete from log.events; insert into log.events select * from saved`,
  );
  const archive = createArchive(log.store);
  const verifyWith = (extra: StreamEntry[][]) =>
    withClient(log.url, (client) =>
      verifySegment(
        client,
        {
          readRange: archive.readRange.bind(archive),
          readStreams: async function* (of: Segment) {
            yield* archive.readStreams(of);
            yield* extra;
          },
        },
        segment as Segment,
      ),
    );
  await verifyWith([]);
  await expect(verifyWith([[{ stream: 'surplus', version: 1, position: 1 }]])).rejects.toThrow(
    'more entries than the database',
  );
});

test('does not archive events that differ from their seals', async () => {
  const log = await openArchivable();
  await log.forge("update log.events set data = '{}' where position = 30");
  await expect(archiveEverything(log.url, log.store)).rejects.toThrow('are not those that seal 4 sealed');
  const [segment, ...rest] = await findSegmentsAfter(log.pool, 0);
  expect([segment?.lastPosition, rest]).toEqual([16, []]);
});

describe('verify finds', () => {
  const openArchived = async () => {
    const log = await openArchivable();
    await archiveEverything(log.url, log.store);
    const object = (name: string) => join(log.folder, readdirSync(log.folder)[0] ?? '', `${name}.parquet`);
    const findFailure = async () =>
      (await verify({ pool: log.pool, archive: createArchive(log.store), pageSize: 9 })).failure;
    return { ...log, object, findFailure };
  };
  const corrupt = (path: string, offset: number) => {
    const bytes = readFileSync(path);
    const index = offset < 0 ? bytes.length + offset : offset;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };

  test.each([
    ['a changed byte of the events', 'events-33-48', 50],
    ['a changed byte of the streams', 'streams-33-48', 50],
    ['a changed footer', 'events-33-48', -40],
    ['a changed footer of the streams', 'streams-33-48', -40],
  ])('%s', async (_, name, offset) => {
    const log = await openArchived();
    expect(await log.findFailure()).toBeNull();
    corrupt(log.object(name), offset);
    const failure = await log.findFailure();
    expect(failure).toMatchObject({ kind: 'archive', detail: expect.stringContaining(name) });
    expect(failure?.position).toBeLessThanOrEqual(48);
    expect(failure?.position).toBeGreaterThan(16);
  });

  test('an object of a different segment under the same name, and an empty object', async () => {
    const log = await openArchived();
    writeFileSync(log.object('events-33-48'), readFileSync(log.object('events-49-64')));
    expect(await log.findFailure()).toMatchObject({ kind: 'archive' });
    writeFileSync(log.object('events-33-48'), '');
    expect(await log.findFailure()).toMatchObject({ kind: 'archive' });
  });

  test('an archived event that was put back into the database in a different form', async () => {
    const log = await openArchived();
    await log.forge(
      `insert into log.events select 40, recorded_at, 1, 1, command_id, 'note-99', type, data, metadata from log.events limit 1`,
    );
    expect(await log.findFailure()).not.toBeNull();
  });
});
