import { setTimeout as sleep } from 'node:timers/promises';
import type { SupervisedProcess } from '../../processes/supervised-process.ts';
import type { Fault } from './fault.ts';

const pauseMs = 5_000;
const stopTimeoutMs = 10_000;
const healthyTimeoutMs = 120_000;

/** Kills processes one after another. Each is started again after half a second. */
const killEach = async (processes: readonly SupervisedProcess[]) => {
  for (const [index, process] of processes.entries()) {
    if (index > 0) await sleep(pauseMs);
    process.signal('SIGKILL');
  }
};

/** Faults of everything but PostgreSQL. */
export const serviceFaults: readonly Fault[] = [
  {
    name: 'kill-command-apis',
    title: '`kill -9` of each command-api',
    maxSeconds: { commands: 5, reads: 2 },
    cause: async ({ services }) => {
      await killEach(services.commandApis);
      return () => {};
    },
  },
  {
    name: 'kill-projectors',
    title: '`kill -9` of each projector',
    maxSeconds: { commands: 5, reads: 5 },
    cause: async ({ services }) => {
      await killEach(services.projectors);
      return () => {};
    },
  },
  {
    name: 'kill-read-apis',
    title: '`kill -9` of each read-api',
    maxSeconds: { commands: 5, reads: 5 },
    cause: async ({ services }) => {
      await killEach(services.readApis);
      return () => {};
    },
  },
  {
    name: 'kill-etcd',
    title: '`kill -9` of each etcd',
    maxSeconds: { commands: 10, reads: 5 },
    cause: async ({ etcd }) => {
      await killEach(etcd);
      return () => {};
    },
  },
  {
    name: 'restart-haproxy',
    title: 'HAProxy restarted',
    maxSeconds: { commands: 10, reads: 10 },
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
    cause: async (cluster) => {
      const { commandApis, projectors, readApis } = cluster.services;
      // The standbys come before the primary, so that it hands over once.
      const state = await cluster.state();
      const isPrimary = (name: string) =>
        state?.members.some((member) => member.name === name && member.role === 'leader') ?? false;
      const databases = cluster.nodes
        .toSorted((one, other) => Number(isPrimary(one.name)) - Number(isPrimary(other.name)))
        .map(({ patroni }) => patroni);
      for (const process of [...cluster.etcd, ...databases, ...projectors, ...commandApis, ...readApis]) {
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
