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
  const { store, close } = await openEmmett(url);
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
  await close();
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

/**
 * Measures the peer's consumer. Its projection keeps one document per stream, which counts the events: less work than any of our
 * models does.
 * @returns the rate in events per second.
 * @throws Error if the documents do not count all events.
 */
export const measurePeer = async (server: Server, appends: readonly PersonAppend[]): Promise<number> => {
  const database = `lyceum_bench_rebuild_emmett_${process.pid}`;
  const url = await server.createDatabase(database);
  const events = await appendAll(url, appends);
  const { pongoSingleStreamProjection } = await loadPeer<EmmettModule>('@event-driven-io/emmett-postgresql');
  const { store, close } = await openEmmett(url);
  const types = new Set(appends.flatMap((append) => append.events.map(([, { type }]) => type)));
  const consumer = store.consumer({ stopWhen: { noMessagesLeft: true }, pulling: { batchSize } });
  consumer.projector({
    processorId: 'bench',
    projection: pongoSingleStreamProjection({
      collectionName: 'streams',
      canHandle: [...types],
      evolve: (document, { type }) => ({ events: (document?.events ?? 0) + 1, lastType: type }),
    }),
  });
  const start = performance.now();
  await consumer.start();
  const rate = (events * 1000) / (performance.now() - start);
  await consumer.close();
  await close();
  const pool = new Pool({ connectionString: url, max: 1 });
  const { rows } = await pool.query<{ counted: number }>(
    `select sum((data->>'events')::int)::integer as counted from streams`,
  );
  const counted = rows[0]?.counted;
  await waitForOtherConnections(pool);
  await pool.end();
  assert(counted === events, `The peer's documents count ${counted} of ${events} events.`);
  await server.dropDatabase(database);
  return rate;
};
