/** `@event-driven-io/emmett-postgresql`, as its documentation shows it. Types are its own, as far as they are used. */

import { Client } from 'pg';
import { loadPeer } from '../load-peers.ts';
import { must } from '../scenario.ts';
import { metadataOf, profile } from '../workload.ts';
import type { StoreKind } from './store.ts';

type Event = { type: string; data: unknown; metadata?: unknown };
type Message = { type: string; data: { name: string }; metadata: { globalPosition: bigint } };

export type EmmettConsumer = {
  reactor: (options: {
    processorId: string;
    startFrom: 'BEGINNING';
    eachMessage: (message: Message) => void;
  }) => unknown;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  close: () => Promise<void>;
};

type EventStore = {
  appendToStream: (
    stream: string,
    events: Event[],
    options: { expectedStreamVersion: bigint },
  ) => Promise<{ nextExpectedStreamVersion: bigint }>;
  consumer: (options?: { pulling?: { batchSize?: number; pullingFrequencyInMs?: number } }) => EmmettConsumer;
  schema: { migrate: () => Promise<unknown> };
  close: () => Promise<void>;
};

type Module = {
  getPostgreSQLEventStore: (
    url: string,
    options?: { connectionOptions?: { pooled: true; pool: unknown } },
  ) => EventStore;
};
type PgModule = {
  default: {
    Pool: new (config: {
      connectionString: string;
      max: number;
    }) => { end: () => Promise<void>; on: (event: 'error', listener: () => void) => void };
  };
};

/** Its pool has ten connections unless told otherwise. More of them made it slower here at 64 and 256 in flight. */
const connections = 10;

export const openEmmett = async (url: string) => {
  const { getPostgreSQLEventStore } = await loadPeer<Module>('@event-driven-io/emmett-postgresql');
  const pg = await loadPeer<PgModule>('pg');
  const pool = new pg.default.Pool({ connectionString: url, max: connections });
  // Connections that it leaves open are ended with the database.
  pool.on('error', () => undefined);
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pooled: true, pool } });
  await store.schema.migrate();
  return {
    store,
    close: async () => {
      await store.close();
      await pool.end().catch(() => undefined);
    },
  };
};

export const emmett: StoreKind = {
  name: 'emmett',
  open: async (url) => {
    const { store, close } = await openEmmett(url);
    return {
      append: async (person, version, count) => {
        const events = Array.from({ length: count }, (_, index) => ({
          type: 'UserProfileEdited',
          data: profile(person, version + index + 1),
          metadata: metadataOf(person),
        }));
        try {
          await store.appendToStream(`user-${person}`, events, { expectedStreamVersion: BigInt(version) });
          return true;
        } catch (error) {
          if ((error as Error).constructor.name.includes('Version')) return false;
          throw error;
        }
      },
      check: async (events) => {
        const client = new Client({ connectionString: url });
        await client.connect();
        const { rows } = await client.query<{ events: string; places: string }>(
          'select count(*) as events, count(distinct (stream_id, stream_position)) as places from emt_messages',
        );
        await client.end();
        must(
          Number(rows[0]?.events) === events && Number(rows[0]?.places) === events,
          `emmett holds ${rows[0]?.events} events at ${rows[0]?.places} places, ${events} were acknowledged.`,
        );
      },
      close,
    };
  },
};
