import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createArchive } from '../../archive/archive.ts';
import { ArchiveUnavailableError } from '../../archive/archive-error.ts';
import { findSegmentsAfter } from '../../archive/archived-events.ts';
import { archiveEverything, createArchiveFolder } from '../../testing/archived-log.ts';
import { pretendToLag, runBeforeQuery } from '../../testing/intercept-queries.ts';
import { openLogDatabase } from '../../testing/log-database.ts';
import { createSealer } from '../sealer.ts';
import { verify } from './verify.ts';

const person = 'user-00000000-0000-4000-8000-000000000001';

/** Opens a log with 100 sealed events. The stream of the Admins and a removal are among them. */
const openLog = async () => {
  const log = await openLogDatabase(100, 7);
  await log.forge(`update log.events set stream = 'admins' where stream = 'note-2'`);
  await log.forge(
    `update log.events set stream = '${person}', version = 1, type = 'UserRemoved', data = '{}' where position = 7 * 7`,
  );
  // Closes the gap in the versions of the stream that had this event.
  await log.forge(`update log.events set version = version - 1 where stream = 'note-0' and position > 7 * 7`);
  await createSealer({ pool: log.pool, pageSize: 8 }).sealUpTo();
  return { ...createArchiveFolder(), ...log };
};

/** Opens a log whose events up to position 96 are in 6 segments. */
const openArchived = async () => {
  const log = await openLog();
  await archiveEverything(log.url, log.store);
  return log;
};

const verifyPages = (log: Awaited<ReturnType<typeof openLog>>, pageSize: number, pool = log.pool) =>
  verify({ pool, archive: createArchive(log.store), pageSize });

test.each([1, 7, 16, 40, 2_000])('an intact archive is valid, in pages of %i events', async (pageSize) => {
  const log = await openArchived();
  expect(await verifyPages(log, pageSize)).toMatchObject({ failure: null, events: 101 });
});

describe('verify finds', () => {
  const changes: [string, string, number][] = [
    [
      'a wrong position of an archived stream',
      "update log.archived_streams set position = 1 where stream = 'note-3'",
      94,
    ],
    [
      'wrong segments of an archived stream',
      "update log.archived_streams set segments = '{1}' where stream = 'note-3'",
      31,
    ],
    [
      'an archived stream that its segment does not contain',
      `insert into log.archived_streams values ('note-98', 1, '{1}', 1)`,
      1,
    ],
    [
      'an archived stream without segments',
      `insert into log.archived_streams values ('note-98', 1, '{}', 1)`,
      1,
    ],
    [
      'a wrong version of an archived stream',
      "update log.archived_streams set version = version + 1 where stream = 'note-3'",
      94,
    ],
    ['a missing archived stream', "delete from log.archived_streams where stream = 'note-3'", 10],
    [
      'a wrong time of the first event of a segment',
      `update log.segments set first_recorded_at = '2020-01-01' where number = 2`,
      17,
    ],
    [
      'a wrong time of the last event of a segment',
      `update log.segments set last_recorded_at = '2020-01-01' where number = 2`,
      32,
    ],
    [
      'an infinite time of a segment',
      `update log.segments set last_recorded_at = 'infinity' where number = 2`,
      32,
    ],
    ['a wrong hash of a segment', "update log.segments set sha256 = sha256('x') where number = 2", 17],
    ['a wrong length of an object', 'update log.segments set bytes = bytes - 1 where number = 2', 17],
    ['a missing segment', 'delete from log.segments where number = 2', 17],
    ['a missing first segment', 'delete from log.segments where number = 1', 1],
    ['a missing last segment', 'delete from log.segments where number = 6', 81],
    ['wrong numbers of segments', 'update log.segments set number = number + 10', 1],
    [
      'a forged removal',
      `insert into log.kept_events values (3, now(), 1, 1, gen_random_uuid(), 'user-1', 'UserRemoved', '{}', '{}')`,
      3,
    ],
    ['a missing removal', "delete from log.kept_events where type = 'UserRemoved'", 49],
    ['a changed kept event', `update log.kept_events set data = '{"userId":"x"}' where position = 9`, 9],
    ['a kept event that is not archived', 'update log.kept_events set position = 97 where position = 9', 9],
    ['a kept event below the log', 'update log.kept_events set position = -1 where position = 49', 1],
  ];

  test.each(changes)('%s', async (name, sql, position) => {
    const log = await openArchived();
    await log.forge(sql);
    for (const pageSize of [9, 2_000]) {
      const { failure } = await verifyPages(log, pageSize);
      // An object that cannot be read is a failure of the whole page.
      expect(failure?.position).toBeLessThanOrEqual(position);
      expect(failure?.kind).toBe(name === 'a missing last segment' ? 'gap' : 'archive');
    }
  });
});

/** Replaces bytes of the footer of a Parquet file. The bytes before the footer keep their hashes. */
const changeFooter = (content: Buffer, from: Buffer, to: Buffer): Buffer => {
  const changed = Buffer.from(content);
  const start = content.length - 8 - content.readUInt32LE(content.length - 8);
  let found = 0;
  for (let at = changed.indexOf(from, start); at !== -1; at = changed.indexOf(from, at + to.length)) {
    to.copy(changed, at);
    found += 1;
  }
  if (found === 0) throw new Error('The footer does not contain these bytes.');
  return changed;
};

const footerHashOf = (content: Buffer): Buffer =>
  createHash('sha256')
    .update(content.subarray(content.length - 8 - content.readUInt32LE(content.length - 8)))
    .digest();

const int64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
};

describe('verify finds, even if the table log.segments has the hash of the object,', () => {
  /** Changes the footers of both objects of the second segment, and records their new hashes. */
  const forgeFooters = async (
    log: Awaited<ReturnType<typeof openArchived>>,
    changes: { events?: (content: Buffer) => Buffer; streams?: (content: Buffer) => Buffer },
  ) => {
    const [segment] = await findSegmentsAfter(log.pool, 16, 1);
    if (!segment) throw new Error('There is no second segment.');
    const streamsPath = join(log.folder, segment.streamsObject);
    const streams = readFileSync(streamsPath);
    const newStreams = changes.streams?.(streams) ?? streams;
    writeFileSync(streamsPath, newStreams);
    const eventsPath = join(log.folder, segment.events.name);
    const withReference = changeFooter(
      readFileSync(eventsPath),
      Buffer.from(footerHashOf(streams).toString('hex')),
      Buffer.from(footerHashOf(newStreams).toString('hex')),
    );
    const events = changes.events?.(withReference) ?? withReference;
    writeFileSync(eventsPath, events);
    await log.forge('update log.segments set sha256 = $1 where number = 2', [footerHashOf(events)]);
    return segment;
  };

  test('counts that are not those of the events', async () => {
    const log = await openArchived();
    await forgeFooters(log, {
      events: (content) =>
        changeFooter(content, Buffer.from('"NoteWritten":16'), Buffer.from('"NoteWritten":61')),
    });
    expect((await verifyPages(log, 9)).failure).toMatchObject({
      ...{ kind: 'archive', position: 17 },
      detail: expect.stringContaining('counts'),
    });
  });

  test('bounds of times that do not contain all times', async () => {
    const log = await openArchived();
    const { lastRecordedAt } = (await findSegmentsAfter(log.pool, 16, 1))[0] ?? { lastRecordedAt: 0 };
    await forgeFooters(log, {
      events: (content) => changeFooter(content, int64(lastRecordedAt), int64(lastRecordedAt - 1)),
    });
    expect((await verifyPages(log, 9)).failure).toMatchObject({
      detail: expect.stringContaining('its times'),
    });
  });

  test('bounds of streams that do not contain all streams', async () => {
    const log = await openArchived();
    await forgeFooters(log, {
      streams: (content) => changeFooter(content, Buffer.from('note-6'), Buffer.from('note-5')),
    });
    expect((await verifyPages(log, 9)).failure).toMatchObject({
      detail: expect.stringContaining('its streams'),
    });
  });

  test('no failure, if the footers are those that were stored', async () => {
    const log = await openArchived();
    await forgeFooters(log, {});
    expect((await verifyPages(log, 9)).failure).toBeNull();
  });
});

test('verify finds archived streams of a log without an archive', async () => {
  const log = await openLog();
  await log.forge(`insert into log.archived_streams values ('note-98', 1, '{1}', 1)`);
  expect((await verifyPages(log, 9)).failure).toMatchObject({ kind: 'archive' });
});

test.each([0, 1, 4, 9])(
  'events that are archived after %i pages of a verification are not a failure',
  async (pages) => {
    const log = await openLog();
    await archiveEverything(log.url, log.store, { before: new Date('2026-01-01T00:00:00.000020Z') });
    const pool = runBeforeQuery(log.pool, 'seals-missing-predecessor', pages, () =>
      archiveEverything(log.url, log.store),
    );
    const result = await verifyPages(log, 9, pool);
    expect(result).toMatchObject({ failure: null });
    const { rows } = await log.pool.query('select log.archived_head()::int as head');
    expect(rows).toEqual([{ head: 96 }]);
    expect((await verifyPages(log, 9)).failure).toBeNull();
  },
);

test('a server that lags behind is not mistaken for a damaged archive', async () => {
  const log = await openArchived();
  await expect(verifyPages(log, 9, pretendToLag(log.pool))).rejects.toThrow(ArchiveUnavailableError);
});
