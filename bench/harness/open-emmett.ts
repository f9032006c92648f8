/** `@event-driven-io/emmett-postgresql`, used as its documentation shows. Only the types that we use are declared. */
import { loadPeer } from './load-peers.ts';

type Event = { type: string; data: unknown; metadata?: unknown };
type Message = { type: string; data: { name: string }; metadata: { globalPosition: bigint } };

type Consumer = {
  reactor: (options: {
    processorId: string;
    startFrom: 'BEGINNING';
    eachMessage: (message: Message) => void;
  }) => unknown;
  projector: (options: { processorId: string; projection: unknown }) => unknown;
  start: () => Promise<void>;
  close: () => Promise<void>;
};

type EventStore = {
  appendToStream: (
    stream: string,
    events: Event[],
    options: { expectedStreamVersion: bigint },
  ) => Promise<unknown>;
  consumer: (options?: { stopWhen: { noMessagesLeft: true }; pulling: { batchSize: number } }) => Consumer;
  schema: { migrate: () => Promise<unknown> };
  close: () => Promise<void>;
};

type EmmettModule = {
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

/** emmett's default. With more connections it was slower here, at 64 and at 256 appends in flight. */
const maxConnections = 10;

/** Opens emmett's event store in a database. @returns the store, and a function that closes it with its connections. */
export const openEmmett = async (url: string) => {
  const { getPostgreSQLEventStore } = await loadPeer<EmmettModule>('@event-driven-io/emmett-postgresql');
  const pg = await loadPeer<PgModule>('pg');
  const pool = new pg.default.Pool({ connectionString: url, max: maxConnections });
  // emmett leaves connections open. Dropping the database ends them.
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

/** Returns whether an append failed because the stream has a different version. */
export const isVersionConflict = (error: unknown): boolean =>
  error instanceof Error && error.constructor.name.includes('Version');
