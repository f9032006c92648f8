import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseNode } from '../../database/database-node.ts';
import type { Cluster } from '../../start-cluster.ts';
import { type Fault, killPostgres, primaryOf, signalIfRunning } from './fault.ts';

const frozenMs = 2_000;

const signalAll = (node: DatabaseNode, signal: NodeJS.Signals) => {
  for (const pid of [node.postgresPid() ?? 0, ...node.postgresProcesses().map((one) => one.pid)])
    if (pid > 0) signalIfRunning(pid, signal);
};

/**
 * Freezes the standbys, so that they receive nothing, and kills the primary with its Patroni after two seconds.
 * @param destroysWal whether to kill the WAL receivers before they go on, so that what waits in their sockets is lost.
 */
const killBehindFrozenReplicas = async (cluster: Cluster, destroysWal: boolean) => {
  const primary = await primaryOf(cluster);
  const standbys = cluster.nodes.filter((node) => node !== primary);
  for (const standby of standbys) signalAll(standby, 'SIGSTOP');
  await sleep(frozenMs);
  const ended = primary.patroni.kill();
  killPostgres(primary);
  await ended;
  for (const standby of standbys) {
    const receivers = standby.postgresProcesses().filter(({ title }) => title.includes('walreceiver'));
    if (destroysWal) for (const { pid } of receivers) signalIfRunning(pid, 'SIGKILL');
    signalAll(standby, 'SIGCONT');
  }
  return () => primary.patroni.start();
};

/** Faults in which the standbys lack what the primary has. */
export const replicaFaults: readonly Fault[] = [
  {
    name: 'frozen-replicas',
    title: 'standbys frozen for 2 s, then `kill -9` of the primary',
    maxSeconds: { commands: 35, reads: 10 },
    cause: (cluster) => killBehindFrozenReplicas(cluster, false),
  },
  {
    name: 'destroyed-wal',
    title: 'the same, and what the standbys had not read is destroyed',
    maxSeconds: { commands: 35, reads: 10 },
    cause: (cluster) => killBehindFrozenReplicas(cluster, true),
  },
  {
    name: 'lossy-failover',
    title: 'the same with asynchronous replication, which loses events',
    maxSeconds: { commands: 35, reads: 10 },
    replication: 'asynchronous',
    cause: (cluster) => killBehindFrozenReplicas(cluster, true),
  },
];
