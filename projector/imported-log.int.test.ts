import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { openReader } from '#events/log/reader.ts';
import { openPseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { verify } from '#events/seals/verify.ts';
import { appendRequest, testMasterKey } from '#events/testing/log.ts';
import { importLog } from '#events/transfer/import.ts';
import { beginRawExport } from '#events/transfer/raw-export.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { openWriter } from './connection/writer.ts';
import { replay } from './past/replay.ts';
import { projectedLog, standOf } from './testing/projected-log.ts';
import { everyModelAt, snapshot } from './testing/projector-database.ts';
import { schoolHistory } from './testing/school.ts';

type Log = Awaited<ReturnType<typeof projectedLog>>;

/** Appends a school's history as it happened, removals with their keys. */
const live = async ({ appender }: Log): Promise<void> => {
  for (const { stream, version, type, data } of schoolHistory(40)) {
    const event = { type, data } as DomainEvent;
    const result = await appender.append(
      appendRequest({
        writes: [{ stream, expectedVersion: version - 1, events: [event] }],
        ...(type === 'UserRemoved' ? { destroyKeysOf: [streamId(stream)] } : {}),
      }),
    );
    expect(result.outcome).toBe('appended');
  }
};

const projectedUpTo = async (log: Log, position: number) => {
  log.start();
  await expect.poll(() => standOf(log)).toBe(position);
  return snapshot(log);
};

/** The log as a file, whole; its keys under `key` unless that is null. */
const exported = async (log: Log, key: Buffer | null): Promise<string> => {
  const raw = await beginRawExport({
    pool: log.pool,
    connectionString: log.url,
    operator: 'test@test',
    from: 1,
    to: null,
    keys: key && { secret: { key }, masterKeys: [testMasterKey] },
  });
  return text(raw.pieces());
};

const imported = async (file: string, key: Buffer | null): Promise<Log> => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await importLog({
    client,
    file: Readable.from([Buffer.from(file)]),
    keys: key && { secret: { key }, masterKey: testMasterKey },
  });
  await client.end();
  return projectedLog(database);
};

/** How many rows of each model a replay makes of a log. */
const replayed = async (log: Log, position: number): Promise<Record<string, number>> => {
  const pool = openPool({ connectionString: log.url, role: 'lyceum_reader' });
  const reader = openReader({ pool, vault: null });
  const { rows } = await replay({
    openWriter: (place) => openWriter({ connectionString: log.url, role: 'lyceum_projector', place }),
    reader,
    pseudonyms: await openPseudonyms(pool),
    position,
    name: 'replayed',
    replace: false,
    signal: new AbortController().signal,
  });
  await reader.close();
  await pool.end();
  return rows;
};

test('from an imported log the same read tables are built; without its keys, those without what is personal', async () => {
  await using source = await projectedLog();
  await live(source);
  const key = Buffer.alloc(32, 7);
  const withKeys = await exported(source, key);
  const head = await source.reader.head();
  const there = await projectedUpTo(source, head);
  expect(there.users.length).toBeGreaterThan(20);
  expect(there.certificates.length).toBeGreaterThan(0);

  await using copy = await imported(withKeys, key);
  expect(await projectedUpTo(copy, head)).toEqual(there);
  const verified = await verify({ pool: source.pool });
  expect(verified).toMatchObject({ misfit: null, events: head, unsealed: 0 });
  expect(await verify({ pool: copy.pool })).toEqual(verified);
  // And it goes on as one log does.
  const [first] = schoolHistory(1);
  const more = appendRequest({
    writes: [
      {
        stream: 'course-00000000-0000-4000-8000-00000000ffff',
        expectedVersion: 0,
        events: [first as DomainEvent],
      },
    ],
  });
  expect(await copy.appender.append(more)).toEqual({ outcome: 'appended', position: head + 1 });

  await using bare = await imported(withKeys, null);
  const without = await projectedUpTo(bare, head);
  expect(without.stand).toEqual(everyModelAt(head));
  expect(without.parked).toEqual(there.parked);
  expect(without.courses).toEqual(there.courses);
  expect(JSON.stringify(without)).not.toMatch(/Person \d|@example\.org/i);
  // A replay needs no keys: nobody was removed because theirs stayed behind, and whoever was removed is not in it.
  const studied = await replayed(bare, head);
  expect(studied.users).toBe(there.users.length);
  expect(studied).toEqual(await replayed(source, head));
});
