import { findPrimary } from '../../database/cluster-state.ts';
import type { DatabaseNode } from '../../database/database-node.ts';
import { waitUntil } from '../../processes/wait-until.ts';
import type { Cluster } from '../../start-cluster.ts';
import { type Fault, primaryNodeOf, signalPostgres } from './fault.ts';

const switchoverTimeoutMs = 60_000;

/**
 * Asks Patroni to hand over to a replica, as an operator would. Does nothing if the node is no longer the primary.
 * @throws Error if Patroni does not accept the switchover in time.
 */
export const handOver = async (cluster: Cluster, primary: DatabaseNode): Promise<void> => {
  await waitUntil('Patroni accepts the switchover', switchoverTimeoutMs, async () => {
    const state = await cluster.databases.state();
    const current = state && findPrimary(state);
    if (current && current !== primary.name) return true;
    const answer = await fetch(`http://127.0.0.1:${primary.restPort}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader: primary.name }),
      signal: AbortSignal.timeout(switchoverTimeoutMs),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return true;
  });
};

/** Faults of PostgreSQL and Patroni. */
export const databaseFaults: readonly Fault[] = [
  {
    name: 'kill-postgres',
    title: '`kill -9` of the primary’s PostgreSQL',
    maxSeconds: { commands: 10, reads: 5 },
    effect: { isFailover: true },
    mustAnswerStale: true,
    cause: async (cluster) => {
      signalPostgres(await primaryNodeOf(cluster), 'SIGKILL');
      return () => {};
    },
  },
  {
    name: 'kill-patroni',
    title: '`kill -9` of the primary’s Patroni and PostgreSQL',
    maxSeconds: { commands: 30, reads: 5 },
    effect: { isFailover: true },
    mustAnswerStale: true,
    cause: async (cluster) => {
      const node = await primaryNodeOf(cluster);
      const ended = node.patroni.kill();
      signalPostgres(node, 'SIGKILL');
      await ended;
      return () => node.patroni.start();
    },
  },
  {
    name: 'switchover',
    title: 'planned switchover',
    maxSeconds: { commands: 10, reads: 5 },
    effect: { isFailover: true },
    cause: async (cluster) => {
      await handOver(cluster, await primaryNodeOf(cluster));
      return () => {};
    },
  },
];
