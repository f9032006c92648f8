/** The peer: the consumer of `@event-driven-io/emmett-postgresql` with one projection, used as its documentation shows. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import type { Server } from '../harness/benchmark-server.ts';
import { loadPeer } from '../harness/load-peers.ts';
import { openEmmett } from '../harness/open-emmett.ts';
import type { PersonAppend } from './school/person-append.ts';

type Document = { events: number; lastType: string };
type EmmettModule = {
  pongoSingleStreamProjection: (options: {
    collectionName: string;
    canHandle: readonly string[];
    evolve: (document: Document | null, event: { type: string }) => Document;
  }) => unknown;
};

/** Messages per fetch. emmett's default is 100; with 1,000 it was no slower. */
const batchSize = 1_000;

/** Appends all events, without encryption. @returns their number. */
const appendAll = async (url: string, appends: readonly PersonAppend[]): Promise<number> => {
  await using resources = new AsyncDisposableStack();
  const { store, close } = await openEmmett(url);
  resources.defer(close);
  const versions = new Map<string, bigint>();
  let events = 0;
  for (const { actor, events: appendedEvents } of appends)
    for (const [stream, streamEvents] of Map.groupBy(appendedEvents, ([name]) => name)) {
      const expectedStreamVersion = versions.get(stream) ?? 0n;
      const messages = streamEvents.map(([, { type, data }]) => ({ type, data, metadata: { actor } }));
      await store.appendToStream(stream, messages, { expectedStreamVersion });
      versions.set(stream, expectedStreamVersion + BigInt(streamEvents.length));
      events += streamEvents.length;
    }
  return events;
};

/** Waits until the consumer has closed its connections, for at most ten seconds. The consumer fails if the database is dropped before that. */
const waitForOtherConnections = async (pool: Pool): Promise<void> => {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const others = await pool.query(
      'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    if (others.rows.length === 0) return;
    await sleep(20);
  }
};

/** Projects all events. @returns the time that it took, in milliseconds. */
const projectAll = async (url: string, types: readonly string[]): Promise<number> => {
  const { pongoSingleStreamProjection } = await loadPeer<EmmettModule>('@event-driven-io/emmett-postgresql');
  await using resources = new AsyncDisposableStack();
  const { store, close } = await openEmmett(url);
  resources.defer(close);
  const consumer = store.consumer({ stopWhen: { noMessagesLeft: true }, pulling: { batchSize } });
  resources.defer(() => consumer.close());
  consumer.projector({
    processorId: 'bench',
    projection: pongoSingleStreamProjection({
      collectionName: 'streams',
      canHandle: types,
      evolve: (document, { type }) => ({ events: (document?.events ?? 0) + 1, lastType: type }),
    }),
  });
  const start = performance.now();
  await consumer.start();
  return performance.now() - start;
};

/**
 * Measures the peer's consumer. Its projection keeps one document per stream, which counts the events: less work than any of our
 * models does.
 * @returns the rate in events per second.
 * @throws Error if the documents do not count all events.
 */
export const measurePeer = async (server: Server, appends: readonly PersonAppend[]): Promise<number> => {
  const database = `lyceum_bench_rebuild_emmett_${process.pid}`;
  await using resources = new AsyncDisposableStack();
  resources.defer(() => server.dropDatabase(database));
  const url = await server.createDatabase(database);
  const pool = new Pool({ connectionString: url, max: 1 });
  resources.defer(() => pool.end());
  resources.defer(() => waitForOtherConnections(pool));
  const events = await appendAll(url, appends);
  const types = new Set(appends.flatMap((append) => append.events.map(([, { type }]) => type)));
  const durationMs = await projectAll(url, [...types]);
  const { rows } = await pool.query<{ counted: number }>(
    `select sum((data->>'events')::int)::integer as counted from streams`,
  );
  const counted = rows[0]?.counted;
  assert(counted === events, `The peer's documents count ${counted} of ${events} events.`);
  return (events * 1000) / durationMs;
};
