import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#migrations/migrate.ts';
import { type PostgresServer, startPostgresServer } from '../postgres-server/server.ts';
import { closeAfterTests } from './close-after-tests.ts';
import { longWait } from './long-wait.ts';
import { createScratchFolder } from './scratch-folder.ts';
import { startTcpProxy } from './tcp-proxy.ts';
import { formatDatabaseUrl } from './test-database.ts';
import { withClient } from './with-client.ts';

/** A migrated database on a primary that streams to a replica: two PostgreSQL servers, as in production. */
export type ReplicatedDatabase = AsyncDisposable & {
  /** The database on the primary, through a proxy. After `promoteReplica`, the proxy leads to the database on the former replica. */
  url: string;
  /** The database on the first primary, without the proxy. `restartPrimary` changes this URL. */
  readonly primaryUrl: string;
  /** The database on the replica. */
  replicaUrl: string;
  /** Waits until the replica has replayed everything that the primary has committed. */
  waitForReplica(): Promise<void>;
  /** Ends the streaming. Everything that the primary commits from now on is lost when the primary is lost. */
  stopStreaming(): void;
  /** Makes the primary accept connections and statements at `url`, but answer nothing there. */
  freezePrimary(): void;
  /** Ends `freezePrimary` or `disconnectPrimary`. */
  reconnectPrimary(): void;
  /** Stops the primary. Nothing answers at `url` until `promoteReplica`. */
  stopPrimary(): Promise<void>;
  /** Stops the primary and starts it again. Nothing is lost. */
  restartPrimary(): Promise<void>;
  /**
   * Ends all connections through `url`. The primary keeps running, but nothing answers at `url` until `reconnectPrimary` or
   * `promoteReplica`.
   */
  disconnectPrimary(): void;
  /**
   * Makes the replica the primary, on a new timeline. From then on `url` leads to it. Connections that are still open lead to
   * the former primary.
   * @param beforeReachable runs before `url` leads to the new primary.
   */
  promoteReplica(beforeReachable?: () => Promise<unknown>): Promise<void>;
};

const databaseName = 'lyceum';
/** Settings of both servers. Commits survive if a server is killed, although they do not wait for a disk (`isVolatile`). */
const settings = { synchronous_commit: 'on', max_connections: '100', shared_buffers: '64MB' };

const getDatabaseUrl = (serverUrl: string) => formatDatabaseUrl(serverUrl, databaseName);

const queryValue = (url: string, text: string, values: unknown[] = []): Promise<unknown> =>
  withClient(url, async (client) => (await client.query({ text, values, rowMode: 'array' })).rows[0]?.[0]);

const pollUntil = async (isDone: () => Promise<boolean>) => {
  const deadline = performance.now() + longWait.timeout;
  while (!(await isDone())) {
    if (performance.now() > deadline)
      throw new Error(`The replica did not catch up within ${longWait.timeout} ms.`);
    await sleep(20);
  }
};

const startServer = (folder: string, extraSettings: Record<string, string> = {}): Promise<PostgresServer> =>
  startPostgresServer({ folder, isVolatile: true, settings: { ...settings, ...extraSettings } });

/** Opens the database. Servers and folders are removed after the test, or after the tests of the file. */
export const openReplicatedDatabase = async (): Promise<ReplicatedDatabase> => {
  const resources = new AsyncDisposableStack();
  const createFolder = (prefix: string) => {
    const folder = createScratchFolder(prefix);
    resources.defer(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };
  const primaryFolder = createFolder('lyceum-primary-');
  const replicaFolder = createFolder('lyceum-replica-');
  const serverToCopy = await startServer(primaryFolder);
  await withClient(serverToCopy.url, (client) => client.query(`create database ${databaseName}`));
  await withClient(getDatabaseUrl(serverToCopy.url), migrate);
  await serverToCopy.stop();
  // A copy of a stopped server is a complete backup.
  cpSync(primaryFolder, replicaFolder, { recursive: true });
  const cluster = join(replicaFolder, 'cluster');
  chmodSync(cluster, 0o700);
  writeFileSync(join(cluster, 'standby.signal'), '');
  let primary = await startServer(primaryFolder);
  resources.defer(() => primary.stop());
  const streamingProxy = resources.use(await startTcpProxy(primary.url));
  const { hostname, port, username, password } = new URL(streamingProxy.url);
  const replica = resources.use(
    await startServer(replicaFolder, {
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    }),
  );
  const proxy = resources.use(await startTcpProxy(getDatabaseUrl(primary.url)));
  const replicaUrl = getDatabaseUrl(replica.url);
  const stopPrimary = async () => {
    proxy.block();
    await primary.stop();
  };
  return closeAfterTests({
    url: proxy.url,
    replicaUrl,
    get primaryUrl() {
      return getDatabaseUrl(primary.url);
    },
    waitForReplica: async () => {
      const lsn = await queryValue(primary.url, 'select pg_current_wal_flush_lsn()');
      await pollUntil(
        async () =>
          (await queryValue(replicaUrl, 'select pg_last_wal_replay_lsn() >= $1::pg_lsn', [lsn])) === true,
      );
    },
    stopStreaming: () => streamingProxy.block(),
    freezePrimary: () => proxy.withholdAnswers(),
    reconnectPrimary: () => proxy.unblock(),
    stopPrimary,
    restartPrimary: async () => {
      await stopPrimary();
      primary = await startServer(primaryFolder);
      streamingProxy.redirect(primary.url);
      proxy.redirect(primary.url);
      proxy.unblock();
    },
    disconnectPrimary: () => proxy.block(),
    promoteReplica: async (beforeReachable) => {
      await queryValue(replicaUrl, 'select pg_promote()');
      await beforeReachable?.();
      proxy.redirect(replicaUrl);
      proxy.unblock();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  });
};
