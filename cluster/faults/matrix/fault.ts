import type { Replication } from '../../configuration/patroni.ts';
import { findLeader } from '../../database/cluster-state.ts';
import type { DatabaseNode } from '../../database/database-node.ts';
import type { Cluster } from '../../start-cluster.ts';

/** A fault of the matrix. */
export type Fault = {
  /** The word with which it is chosen on the command line. */
  name: string;
  /** What the table shows. */
  title: string;
  /** How the standbys of its cluster replicate; default `synchronous`. With `asynchronous` the fault must lose events. */
  replication?: Replication;
  /** Whether the nodes of its cluster are connected by relays, which can be blocked. */
  hasRelays?: boolean;
  /**
   * Whether a standby may have had, and shown, events that nobody has acknowledged and that the next primary lacks. Then another
   * history begins although no acknowledged command is lost.
   */
  mayLoseUnacknowledged?: boolean;
  /** The longest times without an answer that are acceptable, in seconds. */
  maxSeconds: { commands: number; reads: number };
  /**
   * Causes the fault.
   * @returns what repairs it, as an operator or the supervisor of a machine would. It is called when commands are acknowledged again.
   */
  cause(cluster: Cluster): Promise<() => Promise<void> | void>;
};

/** Returns the node of the primary. @throws Error if there is none. */
export const primaryOf = async (cluster: Cluster): Promise<DatabaseNode> => {
  const state = await cluster.state();
  const name = state && findLeader(state);
  const node = cluster.nodes.find((one) => one.name === name);
  if (!node) throw new Error('There is no primary.');
  return node;
};

/** Sends a signal, unless the process has ended. */
export const signalIfRunning = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Kills a PostgreSQL, with all its processes, at once. Its Patroni lives on. */
export const killPostgres = (node: DatabaseNode): void => {
  const pid = node.postgresPid();
  const all = [...(pid === null ? [] : [pid]), ...node.postgresProcesses().map((one) => one.pid)];
  for (const one of all) signalIfRunning(one, 'SIGKILL');
};
