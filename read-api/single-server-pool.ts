import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool, PoolClient } from 'pg';

/** The server to which the connections of a pool lead. */
export type SingleServer = {
  /** Returns the server of the connections that the pool hands out now; null before the first one. */
  current(): string | null;
  /** Returns the server of a connection that the pool has handed out. */
  of(client: ClientBase): string | null;
};

/**
 * After this many new connections to other servers, the pool concludes that the balancer no longer routes to its server.
 */
const maxConnectionsToOthers = 20;

/** A server that has restarted counts as a different one, because a replica may then be behind what it showed before. */
const serverSql = `select concat_ws(' ',
  inet_server_addr(), inet_server_port(), extract(epoch from pg_postmaster_start_time())) as server`;

const askServer = async (client: PoolClient): Promise<string> => {
  try {
    const { rows } = await client.query<{ server: string }>(serverSql);
    return rows[0]?.server ?? '';
  } catch (error) {
    client.release(true);
    throw error;
  }
};

/** How many times a refused connection is retried, and the pause before each retry. A retry may lead to another server. */
const maxRetries = 4;
const retryPauseMs = 50;

/**
 * Returns whether a connection was refused, or was closed at once, as balancers do. A timeout is not a refusal: a retry would take
 * just as long.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^(ECONN|EPIPE|57P)/.test(String(error.code))) ||
    error.message === 'Connection terminated unexpectedly');

const retryRefused = async <T>(connect: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await connect();
    } catch (error) {
      if (attempt === maxRetries || !isRefusal(error)) throw error;
      await sleep(retryPauseMs);
    }
};

type ConnectCallback = (error: Error | undefined, client?: PoolClient, release?: unknown) => void;

/**
 * Makes all connections of a pool lead to one server, even behind a balancer that distributes them over several replicas.
 * Some replicas lag further behind the primary than others, so rows from one must not be combined with the checkpoints of
 * another.
 *
 * If a new connection leads to a different server, the pool closes it and opens the next one. A refused connection is retried as
 * well, because the balancer does not notice at once that a replica has stopped. If no connection to the pool's server is left, or
 * the balancer no longer routes to it, the pool switches to a new server. From then on it hands out no connection to the former
 * server. Work that began before the change must compare the servers when it ends.
 */
export const keepSingleServer = (pool: Pool): SingleServer => {
  const servers = new WeakMap<ClientBase, string>();
  /** The open connections to the current server. */
  const members = new Set<ClientBase>();
  let current: string | null = null;
  const takeClient = pool.connect.bind(pool) as () => Promise<PoolClient>;

  const changeServer = (server: string) => {
    current = server;
    members.clear();
  };

  const connect = async (): Promise<PoolClient> => {
    let connectionsToOthers = 0;
    for (;;) {
      const client = await retryRefused(takeClient);
      const known = servers.get(client);
      const server = known ?? (await askServer(client));
      servers.set(client, server);
      // A known connection to another server is left over from before a change.
      if (known === undefined && server !== current) {
        connectionsToOthers += 1;
        if (members.size === 0 || connectionsToOthers === maxConnectionsToOthers) changeServer(server);
      }
      if (server === current) {
        members.add(client);
        return client;
      }
      client.release(true);
    }
  };

  pool.on('remove', (client) => members.delete(client));
  // `pool.query` calls `connect` with a callback.
  const connectEitherWay = (callback?: ConnectCallback) => {
    if (callback === undefined) return connect();
    connect().then((client) => callback(undefined, client, client.release), callback);
    return undefined;
  };
  Object.assign(pool, { connect: connectEitherWay });
  return { current: () => current, of: (client) => servers.get(client) ?? null };
};
