/** The peer: `@event-driven-io/emmett-postgresql`, its consumer filling one projection, as its documentation shows it. */
import { Pool } from 'pg';
import { loadPeer } from '../log/load-peers.ts';
import { must } from '../log/scenario.ts';
import type { Server } from '../log/server.ts';
import { openEmmett } from '../log/stores/emmett.ts';
import type { Session } from './school/session.ts';

type Document = { acts: number; last: string };
type Module = {
  pongoSingleStreamProjection: (options: {
    collectionName: string;
    canHandle: readonly string[];
    evolve: (document: Document | null, event: { type: string }) => Document;
  }) => unknown;
};
type Consumer = {
  projector: (options: { processorId: string; projection: unknown }) => unknown;
  start: () => Promise<void>;
  close: () => Promise<void>;
};
type Store = {
  consumer: (options: { stopWhen: { noMessagesLeft: true }; pulling: { batchSize: number } }) => Consumer;
};

/** Messages that it fetches at once: its default is 100; with more it was no slower. */
const batchSize = 1_000;

/** Appends what happened in these sessions, in clear. @returns how many events that is. */
const appendAll = async (url: string, sessions: readonly Session[]): Promise<number> => {
  const { store, close } = await openEmmett(url);
  const versions = new Map<string, bigint>();
  let events = 0;
  for (const { by, acts } of sessions)
    for (const [stream, own] of Map.groupBy(acts, ([name]) => name)) {
      const expectedStreamVersion = versions.get(stream) ?? 0n;
      const messages = own.map(([, { type, data }]) => ({ type, data, metadata: { actor: by } }));
      await store.appendToStream(stream, messages, { expectedStreamVersion });
      versions.set(stream, expectedStreamVersion + BigInt(own.length));
      events += own.length;
    }
  await close();
  return events;
};

/**
 * One document a stream, which counts its events: less than any of our models does. @returns events a second.
 * @throws when a document does not say what happened.
 */
export const consumeAsPeer = async (server: Server, sessions: readonly Session[]): Promise<number> => {
  const name = `lyceum_bench_rebuild_emmett_${process.pid}`;
  const url = await server.createDatabase(name);
  const events = await appendAll(url, sessions);
  const { pongoSingleStreamProjection } = await loadPeer<Module>('@event-driven-io/emmett-postgresql');
  const { store, close } = await openEmmett(url);
  const types = new Set(sessions.flatMap(({ acts }) => acts.map(([, { type }]) => type)));
  const consumer = (store as unknown as Store).consumer({
    stopWhen: { noMessagesLeft: true },
    pulling: { batchSize },
  });
  consumer.projector({
    processorId: 'bench',
    projection: pongoSingleStreamProjection({
      collectionName: 'acts',
      canHandle: [...types],
      evolve: (document, { type }) => ({ acts: (document?.acts ?? 0) + 1, last: type }),
    }),
  });
  const began = performance.now();
  await consumer.start();
  const rate = (events * 1000) / (performance.now() - began);
  await consumer.close();
  await close();
  const pool = new Pool({ connectionString: url, max: 1 });
  const { rows } = await pool.query<{ acts: string }>(`select sum((data->>'acts')::int) as acts from acts`);
  // Its consumer lets go of its connections in its own time, and does not expect that they end under it.
  for (let left = 500; left > 0; left -= 1) {
    const others = await pool.query(
      'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    if (others.rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await pool.end();
  must(Number(rows[0]?.acts) === events, `The peer's documents count ${rows[0]?.acts} events of ${events}.`);
  await server.drop(name);
  return rate;
};
