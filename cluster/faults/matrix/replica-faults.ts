import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseNode } from '../../database/database-node.ts';
import { signalIfRunning } from '../../processes/signal-if-running.ts';
import type { Cluster } from '../../start-cluster.ts';
import { type Fault, primaryNodeOf, signalPostgres } from './fault.ts';

const frozenMs = 2_000;

type Freeze = {
  /** Which processes of the replicas are frozen. A replica still answers reads if only its WAL receiver is frozen. */
  freezes: 'everything' | 'receivers';
  /** Whether to kill the WAL receivers while they are frozen, so that the WAL in their sockets is lost. */
  shouldDestroyWal: boolean;
};

/** Sends a signal to the WAL receiver. @throws Error if there is none, because the fault would have no effect. */
const signalReceivers = (node: DatabaseNode, signal: NodeJS.Signals) => {
  const receivers = node.postgresProcesses().filter(({ title }) => title.includes('walreceiver'));
  if (receivers.length === 0)
    throw new Error(`${node.name} has no WAL receiver, so ${signal} cannot be sent to one.`);
  for (const { pid } of receivers) signalIfRunning(pid, signal);
};

const recoveryMs = 30_000;
const requestTimeoutMs = 10_000;

/**
 * Makes Patroni copy the primary again to each node that does not recover. If a replica has crashed and has more WAL than the next primary,
 * it waits forever for WAL that no longer exists. An operator would do the same with `patronictl reinit`.
 */
const reinitializeStuckNodes = async (cluster: Cluster) => {
  await sleep(recoveryMs);
  const state = await cluster.databases.state();
  for (const node of cluster.databases.nodes) {
    const member = state?.members.find(({ name }) => name === node.name);
    if (member?.state === 'running' || member?.state === 'streaming') continue;
    await fetch(`http://127.0.0.1:${node.restPort}/reinitialize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ force: true }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
  }
};

/** Freezes the replicas so that they receive nothing, and after two seconds kills the primary and its Patroni. */
const killBehindFrozenReplicas = async (cluster: Cluster, { freezes, shouldDestroyWal }: Freeze) => {
  const primary = await primaryNodeOf(cluster);
  const replicas = cluster.databases.nodes.filter((node) => node !== primary);
  for (const replica of replicas)
    if (freezes === 'everything') signalPostgres(replica, 'SIGSTOP');
    else signalReceivers(replica, 'SIGSTOP');
  await sleep(frozenMs);
  const ended = primary.patroni.kill();
  signalPostgres(primary, 'SIGKILL');
  await ended;
  for (const replica of replicas) {
    if (shouldDestroyWal) signalReceivers(replica, 'SIGKILL');
    signalPostgres(replica, 'SIGCONT');
  }
  return async () => {
    primary.patroni.start();
    await reinitializeStuckNodes(cluster);
  };
};

/**
 * Killing the WAL receivers restarts the replicas, so nothing answers for up to 30 s. Because a failed read takes less time than an
 * answered one, the share of failed reads is large.
 */
const outageFailedReadsShare = 0.7;

/** Faults in which the replicas lack WAL that the primary has. */
export const replicaFaults: readonly Fault[] = [
  {
    name: 'frozen-replicas',
    mayLoseUnacknowledged: true,
    title: 'replicas frozen for 2 s, then `kill -9` of the primary',
    maxSeconds: { commands: 35, reads: 10 },
    effect: { isFailover: true },
    mustAnswerStale: true,
    cause: (cluster) => killBehindFrozenReplicas(cluster, { freezes: 'everything', shouldDestroyWal: false }),
  },
  {
    name: 'destroyed-wal',
    mayLoseUnacknowledged: true,
    title: 'replicas frozen for 2 s, `kill -9` of the primary, unread WAL of the replicas destroyed',
    maxSeconds: { commands: 60, reads: 30 },
    effect: { isFailover: true },
    maxFailedReadsShare: outageFailedReadsShare,
    cause: (cluster) => killBehindFrozenReplicas(cluster, { freezes: 'everything', shouldDestroyWal: true }),
  },
  {
    name: 'lossy-failover',
    title: 'only WAL receivers frozen, their WAL destroyed, asynchronous replication: events are lost',
    maxSeconds: { commands: 60, reads: 30 },
    effect: { isFailover: true },
    maxFailedReadsShare: outageFailedReadsShare,
    replication: 'asynchronous',
    cause: (cluster) => killBehindFrozenReplicas(cluster, { freezes: 'receivers', shouldDestroyWal: true }),
  },
  {
    name: 'unseen-loss',
    title:
      'replicas frozen, their WAL destroyed, asynchronous replication: nobody could read the lost events',
    maxSeconds: { commands: 60, reads: 30 },
    effect: { isFailover: true },
    maxFailedReadsShare: outageFailedReadsShare,
    replication: 'asynchronous',
    cause: (cluster) => killBehindFrozenReplicas(cluster, { freezes: 'everything', shouldDestroyWal: true }),
  },
];
