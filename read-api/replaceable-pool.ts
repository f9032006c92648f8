import { Client, type Pool } from 'pg';

/** A pool that can be replaced by a new one, because its connections may be dead. */
export type ReplaceablePool = {
  /** Returns the pool that is in use now. */
  current(): Pool;
  /** Opens a new pool. Queries that are still running in the old one fail. */
  replace(): void;
  end(): Promise<void>;
};

/** Opens a replaceable pool. @param open opens a pool to the same server each time. */
export const openReplaceablePool = (open: () => Pool): ReplaceablePool => {
  const openTracked = () => {
    const pool = open();
    const clients = new Set<unknown>();
    pool.on('connect', (client) => clients.add(client));
    pool.on('remove', (client) => clients.delete(client));
    // A server that hangs would not confirm the end of a session, so the connections are cut.
    const disconnect = () => {
      for (const client of clients) if (client instanceof Client) client.connection.stream.destroy();
    };
    return { pool, disconnect };
  };
  let current = openTracked();
  return {
    current: () => current.pool,
    replace: () => {
      const { pool, disconnect } = current;
      current = openTracked();
      disconnect();
      pool.end().catch(() => undefined);
    },
    end: () => current.pool.end(),
  };
};
