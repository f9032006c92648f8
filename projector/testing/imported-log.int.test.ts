import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { openReader } from '#events/log/read/reader.ts';
import { loadPseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { verify } from '#events/seals/verify/verify.ts';
import { appendRequest, testMasterKey } from '#events/testing/test-log.ts';
import { startRawExport } from '#events/transfer/export/raw-export.ts';
import { importLog } from '#events/transfer/import/import-log.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { openWriter } from '../connection/writer.ts';
import { replay } from '../replay/replay.ts';
import { checkpointsAt, snapshot } from './projector-database.ts';
import { openProjectorTestLog, type ProjectorTestLog, waitForPosition } from './projector-test-log.ts';
import { schoolHistory } from './school-history.ts';
import { appendHistory } from './test-log-events.ts';

const startAndWait = async (log: ProjectorTestLog, position: number) => {
  log.start();
  await waitForPosition(log, position);
  return snapshot(log);
};

/** Exports the whole log, with its keys encrypted under `key`, or without keys if `key` is null. */
const exportToText = async (log: ProjectorTestLog, key: Buffer | null): Promise<string> => {
  const raw = await startRawExport({
    archive: null,
    pool: log.pool,
    connectionString: log.url,
    operator: 'test@test',
    from: 1,
    to: null,
    keys: key && { secret: { key }, masterKeys: [testMasterKey] },
  });
  return text(raw.chunks());
};

const importToTestLog = async (file: string, key: Buffer | null): Promise<ProjectorTestLog> => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await importLog({
    client,
    file: Readable.from([Buffer.from(file)]),
    keys: key && { secret: { key }, masterKey: testMasterKey },
  });
  await client.end();
  return openProjectorTestLog(database.url);
};

/** Replays the log and returns the number of rows by table. */
const countReplayedRows = async (
  log: ProjectorTestLog,
  position: number,
): Promise<Record<string, number>> => {
  const pool = openPool({ connectionString: log.url, role: 'lyceum_reader' });
  const reader = openReader({ pool, vault: null });
  const { rows } = await replay({
    openWriter: (schema) => openWriter({ connectionString: log.url, role: 'lyceum_projector', schema }),
    reader,
    pseudonyms: await loadPseudonyms(pool),
    position,
    name: 'replayed',
    shouldReplace: false,
    signal: new AbortController().signal,
  });
  await reader.close();
  await pool.end();
  return rows;
};

test('builds the same read tables from an imported log, but without personal data if the keys are missing', async () => {
  const source = await openProjectorTestLog();
  await appendHistory(source, schoolHistory(24));
  const key = Buffer.alloc(32, 7);
  const withKeys = await exportToText(source, key);
  const head = await source.reader.head();
  const expected = await startAndWait(source, head);
  expect(expected.users.length).toBeGreaterThan(20);
  expect(expected.certificates.length).toBeGreaterThan(0);

  const copy = await importToTestLog(withKeys, key);
  expect(await startAndWait(copy, head)).toEqual(expected);
  const sourceVerification = await verify({ pool: source.pool });
  expect(sourceVerification).toMatchObject({ failure: null, events: head, unsealed: 0 });
  expect(await verify({ pool: copy.pool })).toEqual(sourceVerification);
  // The imported log accepts new events.
  const [first] = schoolHistory(1);
  const request = appendRequest({
    writes: [
      {
        stream: 'course-00000000-0000-4000-8000-00000000ffff',
        expectedVersion: 0,
        events: [first as DomainEvent],
      },
    ],
  });
  expect(await copy.appender.append(request)).toEqual({ outcome: 'appended', position: head + 1 });

  const withoutKeys = await importToTestLog(withKeys, null);
  const tablesWithoutKeys = await startAndWait(withoutKeys, head);
  expect(tablesWithoutKeys.checkpoints).toEqual(checkpointsAt(head));
  expect(tablesWithoutKeys.parked).toEqual(expected.parked);
  expect(tablesWithoutKeys.courses).toEqual(expected.courses);
  expect(JSON.stringify(tablesWithoutKeys)).not.toMatch(/Person \d|@example\.org/i);
  // A replay needs no keys. It leaves out removed users, but not users whose keys were not imported.
  const replayedRows = await countReplayedRows(withoutKeys, head);
  expect(replayedRows.users).toBe(expected.users.length);
  expect(replayedRows).toEqual(await countReplayedRows(source, head));
});
