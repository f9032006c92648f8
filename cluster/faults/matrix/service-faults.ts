import { setTimeout as sleep } from 'node:timers/promises';
import { findPrimary } from '../../database/cluster-state.ts';
import type { SupervisedProcess } from '../../processes/supervised-process.ts';
import type { Cluster } from '../../start-cluster.ts';
import type { Fault } from './fault.ts';

const pauseMs = 1_000;
const stopTimeoutMs = 10_000;
const healthyTimeoutMs = 120_000;

/** Kills processes one after the other. Each restarts after half a second, and the next is killed when the cluster is healthy again. */
const killEach = async (cluster: Cluster, processes: readonly SupervisedProcess[]) => {
  for (const process of processes) {
    process.signal('SIGKILL');
    await sleep(pauseMs);
    await cluster.waitUntilHealthy(healthyTimeoutMs);
  }
};

/** Faults of the services, etcd and HAProxy, and a rolling restart of everything. */
export const serviceFaults: readonly Fault[] = [
  {
    name: 'kill-command-apis',
    title: '`kill -9` of each command-api',
    maxSeconds: { commands: 5, reads: 2 },
    effect: { restarts: ['command-api'] },
    cause: async (cluster) => {
      await killEach(cluster, cluster.services.commandApis);
      return () => {};
    },
  },
  {
    name: 'kill-projectors',
    title: '`kill -9` of each projector',
    maxSeconds: { commands: 5, reads: 5 },
    effect: { restarts: ['projector'] },
    cause: async (cluster) => {
      await killEach(cluster, cluster.services.projectors);
      return () => {};
    },
  },
  {
    name: 'kill-read-apis',
    title: '`kill -9` of each read-api',
    maxSeconds: { commands: 5, reads: 5 },
    effect: { restarts: ['read-api'] },
    cause: async (cluster) => {
      await killEach(cluster, cluster.services.readApis);
      return () => {};
    },
  },
  {
    name: 'kill-etcd',
    title: '`kill -9` of each etcd',
    maxSeconds: { commands: 10, reads: 5 },
    effect: { restarts: ['etcd'] },
    cause: async (cluster) => {
      await killEach(cluster, cluster.databases.etcd);
      return () => {};
    },
  },
  {
    name: 'restart-haproxy',
    title: 'HAProxy restarted',
    maxSeconds: { commands: 10, reads: 10 },
    effect: { restarts: ['haproxy'] },
    // Nothing answers until HAProxy has started.
    maxFailedReadsShare: 0.2,
    cause: async ({ haproxy }) => {
      await haproxy.kill();
      haproxy.start();
      return () => {};
    },
  },
  {
    name: 'rolling-restart',
    title: 'rolling restart of everything',
    maxSeconds: { commands: 15, reads: 10 },
    effect: {
      isFailover: true,
      restarts: ['etcd', 'patroni', 'command-api', 'projector', 'read-api', 'haproxy'],
    },
    cause: async (cluster) => {
      const { commandApis, projectors, readApis } = cluster.services;
      // The replicas are restarted before the primary, so that there is only one failover.
      const state = await cluster.databases.state();
      const primary = state && findPrimary(state);
      const replicas = cluster.databases.nodes.filter(({ name }) => name !== primary);
      const primaries = cluster.databases.nodes.filter(({ name }) => name === primary);
      const databases = [...replicas, ...primaries].map(({ patroni }) => patroni);
      for (const process of [
        ...cluster.databases.etcd,
        ...databases,
        ...projectors,
        ...commandApis,
        ...readApis,
      ]) {
        await process.stop(stopTimeoutMs);
        process.start();
        await cluster.waitUntilHealthy(healthyTimeoutMs);
      }
      await cluster.haproxy.stop(stopTimeoutMs);
      cluster.haproxy.start();
      return () => {};
    },
  },
];
