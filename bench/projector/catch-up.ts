/**
 * How quickly the projector takes in a log: events a second through all read models, from zero, with everything that
 * counts (reading, decrypting, folding, writing, checkpoints). `node bench/projector/catch-up.ts [events]`, 200,000
 * unless given; needs DATABASE_URL, a server where it may make a database of its own, which it drops at the end.
 * After each round the tables are compared with what the history must give, worked out without the projector's SQL.
 */
import { Client, Pool } from 'pg';
import { openAppender } from '#events/log/appender.ts';
import type { RecordedEvent, StreamAppend } from '#events/log/log.ts';
import { openReader } from '#events/log/reader.ts';
import { openVault } from '#events/vault/vault.ts';
import { migrate } from '#migrations/migrate.ts';
import { check } from '#projector/check/check.ts';
import { openWriter, type Place } from '#projector/connection/writer.ts';
import { projections } from '#projector/projections.ts';
import { rebuild } from '#projector/rebuild/rebuild.ts';
import { run } from '#projector/runner/runner.ts';
import { schoolHistory } from '#projector/testing/school.ts';

const wanted = Number(process.argv[2] ?? 200_000);
const rounds = 4;
const server = process.env.DATABASE_URL;
if (!server) throw new Error('Set DATABASE_URL to a PostgreSQL server where a database may be made.');

const name = `lyceum_bench_projector_${process.pid}`;
const url = new URL(server);
url.pathname = `/${name}`;
const connectionString = url.href;

const asOwner = async <T>(address: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** One append of many events: those of one stream together, at the version that they have in the history. */
const writesOf = (events: readonly RecordedEvent[]): StreamAppend[] =>
  [...Map.groupBy(events, (event) => event.stream)].map(([stream, own]) => ({
    stream,
    expectedVersion: (own[0]?.version ?? 1) - 1,
    events: own,
  }));

/** What must be in the tables in the end, from the history alone. */
const expectedOf = (events: readonly RecordedEvent[]) => {
  const of = (type: RecordedEvent['type']) =>
    new Set(events.filter((event) => event.type === type).map((event) => event.stream));
  const removed = of('UserRemoved');
  const lastState = new Map<string, string>();
  for (const { type, stream } of events)
    if (type === 'CourseRemoved' || type === 'CourseRestored') lastState.set(stream, type);
  return {
    courses: of('CourseAdded').size,
    withdrawn: [...lastState.values()].filter((type) => type === 'CourseRemoved').length,
    users: [...of('UserRegistered')].filter((stream) => !removed.has(stream)).length,
  };
};

const main = async () => {
  const events = schoolHistory(Math.ceil(wanted / 4.4)).slice(0, wanted);
  const expected = expectedOf(events);
  const pool = new Pool({ connectionString, max: 4, options: '-c role=lyceum_projector' });
  const masterKey = Buffer.alloc(32, 7);
  const ownerPool = new Pool({ connectionString, max: 4 });
  const writingVault = openVault({ pool: ownerPool, masterKey });
  const appender = openAppender({ connectionString, vault: writingVault, role: 'lyceum_command' });
  console.log(`appending ${events.length} events …`);
  for (let from = 0; from < events.length; from += 500)
    await appender.append({
      commandId: crypto.randomUUID(),
      writes: writesOf(events.slice(from, from + 500)),
      asserts: [],
      metadata: { actor: { system: 'bench' }, correlationId: 'bench' },
    });
  await appender.close();
  await ownerPool.query('vacuum analyze log.events');

  const openAt = (place: Place = 'read') =>
    openWriter({ connectionString, role: 'lyceum_projector', place, statementTimeoutMs: 600_000 });
  const never = new AbortController().signal;

  const assertRight = async () => {
    const { rows } = await ownerPool.query(
      `select (select count(*)::int from read.courses) as courses,
              (select count(*)::int from read.courses where withdrawn) as withdrawn,
              (select count(*)::int from read.users) as users,
              (select min(position)::int from read.checkpoints) as position`,
    );
    const right = { ...expected, position: events.length };
    if (JSON.stringify(rows[0]) !== JSON.stringify(right))
      throw new Error(`wrong: ${JSON.stringify(rows[0])} instead of ${JSON.stringify(right)}`);
  };

  const catchUp = async (): Promise<number> => {
    await ownerPool.query('truncate read.courses, read.users, read.parked');
    await ownerPool.query('update read.checkpoints set position = 0, relevant_position = 0');
    // A vault of its own: a projector that starts has no keys in its cache.
    const vault = openVault({ pool, masterKey });
    const reader = openReader({ pool, vault });
    const stop = new AbortController();
    const began = performance.now();
    let seconds = 0;
    await run(
      {
        openWriter: () => openAt(),
        reader,
        projections,
        desk: null,
        afterCommit: (position) => {
          if (position < events.length) return;
          seconds = (performance.now() - began) / 1000;
          stop.abort();
        },
        observer: {
          state: (state, error) => {
            if (state === 'failing') throw error;
          },
          advanced: () => {},
          parked: ({ stream, error }) => {
            throw new Error(`parked ${stream}: ${error}`);
          },
          retried: (error) => {
            throw error;
          },
        },
      },
      stop.signal,
    );
    await reader.close();
    await vault.close();
    await assertRight();
    return events.length / seconds;
  };

  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const rate = await catchUp();
    console.log(`round ${round}${round === 0 ? ' (warm-up)' : ''}: ${Math.round(rate)} events/s`);
    if (round > 0) rates.push(rate);
  }
  rates.sort((a, b) => a - b);
  console.log(`catch-up, ${projections.length} models: median ${Math.round(rates[1] ?? 0)} events/s`);

  const vault = openVault({ pool, masterKey });
  const reader = openReader({ pool, vault });
  for (const projection of projections) {
    const began = performance.now();
    await rebuild({ projection, openWriter: openAt, reader, signal: never });
    const rate = events.length / ((performance.now() - began) / 1000);
    console.log(`rebuild of ${projection.model}, indexes and swap included: ${Math.round(rate)} events/s`);
    await assertRight();
    const { differences } = await check({ projection, openWriter: openAt, reader, signal: never });
    if (differences.length > 0) throw new Error(`${differences.length} differences in ${projection.model}`);
  }
  console.log('all rows are as the history says');
  await reader.close();
  await vault.close();
  await writingVault.close();
  await pool.end();
  await ownerPool.end();
};

await asOwner(server, (client) => client.query(`create database ${name}`));
try {
  await asOwner(connectionString, migrate);
  await main();
} finally {
  await asOwner(server, (client) => client.query(`drop database if exists ${name} with (force)`));
}
