import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPrimary } from '../database/cluster-state.ts';
import type { DatabaseNode } from '../database/database-node.ts';
import { type Databases, killPostgres } from '../database/start-databases.ts';
import { chooseAccount } from '../processes/choose-account.ts';
import { waitUntil } from '../processes/wait-until.ts';

const endTimeoutMs = 30_000;

/** Kills all databases and all etcd nodes, and deletes all their data. The repository of the backups remains. */
export const loseDatabases = async ({ nodes, etcd, etcdFolders }: Databases): Promise<void> => {
  // Patroni first, because it would restart PostgreSQL.
  await Promise.all([...nodes.map(({ patroni }) => patroni.kill()), ...etcd.map((node) => node.kill())]);
  for (const node of nodes) killPostgres(node);
  await waitUntil('no PostgreSQL is running', endTimeoutMs, () =>
    nodes.every((node) => node.postgresPid() === null) ? true : null,
  );
  for (const node of nodes) rmSync(node.dataFolder, { recursive: true, force: true, maxRetries: 5 });
  for (const folder of etcdFolders)
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, maxRetries: 5 });
};

/**
 * Starts a new cluster from a backup: the first node restores it, recovers up to the moment, and becomes the primary.
 * @param moment a time with its time zone, as PostgreSQL prints it.
 * @param timeoutMs the limit for the restore and the recovery together.
 * @returns the node that is the primary.
 * @throws Error if the cluster has no backups, or after the timeout.
 */
export const restoreFirstNode = async (
  databases: Databases,
  moment: string,
  timeoutMs: number,
): Promise<DatabaseNode> => {
  const { pgbackrest, nodes, etcd } = databases;
  const [first] = nodes;
  if (!pgbackrest || !first) throw new Error('The cluster has no backups. Start it with hasArchive.');
  // pgBackRest restores only into a folder that exists.
  mkdirSync(first.dataFolder, { mode: 0o700 });
  chooseAccount().takeOwnership(first.dataFolder);
  databases.configure(
    first,
    pgbackrest.commandLine(first, 'restore', '--type=time', `--target=${moment}`, '--target-action=promote'),
  );
  for (const node of etcd) node.start();
  first.patroni.start();
  await waitUntil(`${first.name} is restored and is the primary`, timeoutMs, async () => {
    const state = await databases.state();
    return state && findPrimary(state) === first.name ? true : null;
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${first.patroni.lastLines()}`);
  });
  // If Patroni starts again, it must not restore again.
  databases.configure(first, null);
  return first;
};

/** Starts the other nodes, which copy the first one, and waits until all of them replicate. */
export const addReplicas = async (databases: Databases, timeoutMs: number): Promise<void> => {
  for (const node of databases.nodes.slice(1)) node.patroni.start();
  await databases.waitUntilHealthy(timeoutMs);
};
