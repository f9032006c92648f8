import { z } from 'zod';

const member = z.object({
  name: z.string(),
  role: z.string(),
  state: z.string(),
  timeline: z.number().optional(),
  /** Bytes behind the primary; `unknown` while a member does not answer. */
  lag: z.union([z.number(), z.string()]).optional(),
});

const clusterState = z.object({ members: z.array(member) });

export type ClusterState = z.infer<typeof clusterState>;

const requestTimeoutMs = 2_000;

/** Reads the state from Patroni's REST interface, because `patronictl` hangs while etcd does not answer. */
const readClusterState = async (restPort: number): Promise<ClusterState> => {
  const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  return clusterState.parse(await response.json());
};

/** Returns the state according to the first node that answers; null if none answers. */
export const readAnyClusterState = async (restPorts: readonly number[]): Promise<ClusterState | null> => {
  for (const port of restPorts) {
    const state = await readClusterState(port).catch(() => null);
    if (state) return state;
  }
  return null;
};

/** Returns the name of the primary; null if there is none. */
export const findPrimary = ({ members }: ClusterState): string | null =>
  members.find(({ role, state }) => (role === 'leader' || role === 'primary') && state === 'running')?.name ??
  null;

/** A replica with a larger lag is not healthy. */
const maxLagBytes = 65_536;

/** Patroni calls a replica `streaming` while it receives WAL from the primary. */
const isRunning = (state: string) => state === 'running' || state === 'streaming';

/**
 * Returns whether all nodes run on the timeline of the primary with a small lag.
 * @param nodeCount how many nodes the cluster has.
 * @param mustBeSynchronous whether one of the replicas must also be a synchronous standby.
 */
export const isHealthy = (state: ClusterState, nodeCount: number, mustBeSynchronous: boolean): boolean => {
  const primary = state.members.find(({ name }) => name === findPrimary(state));
  return (
    primary !== undefined &&
    state.members.length === nodeCount &&
    state.members.every((member) => isRunning(member.state) && member.timeline === primary.timeline) &&
    state.members.every(
      ({ name, lag }) => name === primary.name || (typeof lag === 'number' && lag < maxLagBytes),
    ) &&
    (!mustBeSynchronous || state.members.some(({ role }) => role === 'sync_standby'))
  );
};
