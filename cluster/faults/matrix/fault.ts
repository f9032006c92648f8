import type { Replication } from '../../configuration/patroni.ts';
import { findPrimary } from '../../database/cluster-state.ts';
import type { DatabaseNode } from '../../database/database-node.ts';
import { signalIfRunning } from '../../processes/signal-if-running.ts';
import type { Cluster } from '../../start-cluster.ts';
import type { Effect } from './effect.ts';

/** A fault of the matrix. */
export type Fault = {
  /** Selects the fault on the command line. */
  name: string;
  /** Describes the fault in the table of results. */
  title: string;
  /** How the replicas of its cluster replicate; default `synchronous`. With `asynchronous` the fault must lose events. */
  replication?: Replication;
  /** Whether the nodes of its cluster are connected by relays, which can be blocked. */
  hasRelays?: boolean;
  /** Whether the fault fills disks or sets clocks. Only root can cause it. */
  hasDisksAndClocks?: boolean;
  /**
   * Whether a replica may have shown events of commands that were not acknowledged, and the next primary may lack these events. In that
   * case a new history begins although no acknowledged command is lost.
   */
  mayLoseUnacknowledged?: boolean;
  /** The longest acceptable times without an answer, in seconds. */
  maxSeconds: { commands: number; reads: number };
  /** The share of reads that may fail, from 0 to 1; default `defaultFailedReadsShare`. */
  maxFailedReadsShare?: number;
  /** Whether the primary is away for so long that visitors must have received stale answers. */
  mustAnswerStale?: boolean;
  effect: Effect;
  /**
   * Causes the fault.
   * @returns a function that repairs it, as an operator or the supervisor of a machine would.
   */
  cause(cluster: Cluster): Promise<() => Promise<void> | void>;
};

/** The default of `maxFailedReadsShare`. Few reads fail as long as one read-api and one replica answer. */
export const defaultFailedReadsShare = 0.05;

/** Returns the node of the primary. @throws Error if there is none. */
export const primaryNodeOf = async (cluster: Cluster): Promise<DatabaseNode> => {
  const state = await cluster.databases.state();
  const name = state && findPrimary(state);
  const node = cluster.databases.nodes.find((one) => one.name === name);
  if (!node) throw new Error('There is no primary.');
  return node;
};

/**
 * Sends a signal to all processes of a PostgreSQL server.
 * @throws Error if PostgreSQL is not running, because the fault would have no effect.
 */
export const signalPostgres = (
  node: Pick<DatabaseNode, 'name' | 'postgresPid' | 'postgresProcesses'>,
  signal: NodeJS.Signals,
): void => {
  const pid = node.postgresPid();
  if (pid === null)
    throw new Error(`PostgreSQL on ${node.name} is not running, so ${signal} cannot be sent to it.`);
  const childPids = node.postgresProcesses().map((child) => child.pid);
  for (const postgresPid of [pid, ...childPids]) signalIfRunning(postgresPid, signal);
};
