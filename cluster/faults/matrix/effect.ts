import { findPrimary } from '../../database/cluster-state.ts';
import type { SupervisedProcess } from '../../processes/supervised-process.ts';
import { waitUntil } from '../../processes/wait-until.ts';
import type { Cluster } from '../../start-cluster.ts';

type ProcessGroup = 'etcd' | 'patroni' | 'command-api' | 'projector' | 'read-api' | 'haproxy';

/** The effect that a fault must have. A round without this effect fails, because it proves nothing. */
export type Effect = {
  /** Whether a server must be promoted, which begins a new timeline. */
  isFailover?: boolean;
  /** Every process of these groups must have been replaced by a new one. */
  restarts?: readonly ProcessGroup[];
};

/** The part of the cluster's state that effects change. */
export type ClusterSnapshot = {
  primary: string;
  timeline: number;
  /** The process ids by name; 0 while a process is not running. */
  pids: Readonly<Record<ProcessGroup, Readonly<Record<string, number>>>>;
};

const snapshotTimeoutMs = 30_000;

/** Reads which node is the primary, its timeline, and the process ids. @throws Error if there is no primary for 30 s. */
export const takeSnapshot = async (cluster: Cluster): Promise<ClusterSnapshot> => {
  const { haproxy, services } = cluster;
  const { etcd, nodes } = cluster.databases;
  const pidsOf = (processes: readonly SupervisedProcess[]) =>
    Object.fromEntries(processes.map(({ name, pid }) => [name, pid]));
  const { name, timeline } = await waitUntil('Patroni names the primary', snapshotTimeoutMs, async () => {
    const state = await cluster.databases.state();
    const primary = state && findPrimary(state);
    return state?.members.find((member) => member.name === primary) ?? null;
  });
  return {
    primary: name,
    timeline: timeline ?? 0,
    pids: {
      etcd: pidsOf(etcd),
      patroni: pidsOf(nodes.map(({ patroni }) => patroni)),
      haproxy: pidsOf([haproxy]),
      'command-api': pidsOf(services.commandApis),
      projector: pidsOf(services.projectors),
      'read-api': pidsOf(services.readApis),
    },
  };
};

/** Returns a sentence for each missing effect of a fault. A promotion always begins a new timeline. */
export const findMissingEffects = (
  { isFailover = false, restarts = [] }: Effect,
  before: ClusterSnapshot,
  after: ClusterSnapshot,
): string[] => [
  ...(isFailover && after.primary === before.primary && after.timeline === before.timeline
    ? [`the fault had no effect: ${before.primary} is still the primary on timeline ${before.timeline}`]
    : []),
  ...restarts.flatMap((group) =>
    Object.entries(before.pids[group])
      .filter(([name, pid]) => pid === 0 || after.pids[group][name] === pid)
      .map(
        ([name, pid]) =>
          `the fault had no effect: ${name} ${pid === 0 ? 'was not running before it' : `is still process ${pid}`}`,
      ),
  ),
];
