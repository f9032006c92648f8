import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { p50, p99 } from '#bench/harness/statistics.ts';
import type { DatabaseNode } from '../../database/database-node.ts';
import { withPrimary } from '../../database/with-primary.ts';
import type { SupervisedProcess } from '../../processes/supervised-process.ts';
import type { Cluster } from '../../start-cluster.ts';
import type { AcknowledgedAct } from '../accounting/compare-acts.ts';
import type { Read } from '../load/visits.ts';
import type { Series } from './growth.ts';
import { createKeptMemoryMeter } from './kept-memory.ts';
import { readProcessFigures, sumMegabytes } from './process-figures.ts';

/** The kinds of series that are measured. Each becomes a panel of the picture, with this title. */
export const kinds = {
  memory: 'Memory of the services (MB)',
  keptMemory: 'Memory of the first services after a collection (MB)',
  files: 'Open files of the services',
  postgresMemory: 'Memory of PostgreSQL, all processes (MB)',
  connections: 'Connections to the primary',
  wal: 'WAL on the disk of each node (MB)',
  database: 'Database (MB)',
  rate: 'Acknowledged commands per second',
  latency: 'Milliseconds until an answer, median',
  slowest: 'Milliseconds until an answer, 99th percentile',
} as const;
export type Kind = keyof typeof kinds;

export type Measurements = {
  /** Returns the series of a kind. A process that restarts begins a new series. */
  series(kind: Kind): Series[];
  /** Ends the measurements. */
  stop(): Promise<void>;
};

const megabyte = 1_048_576;
/** A collection pauses the process for a moment, so collections are rare. */
const keptMemoryIntervalMs = 120_000;

/** Returns the size of a node's WAL in megabytes. A file that is removed meanwhile counts as 0. null if the folder cannot be read. */
const readWalMegabytes = ({ dataFolder }: DatabaseNode): number | null => {
  try {
    const folder = join(dataFolder, 'pg_wal');
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false }));
    return sizes.reduce((sum, stats) => sum + (stats?.isFile() ? stats.size : 0), 0) / megabyte;
  } catch {
    return null;
  }
};

/** Returns the processes of a node's PostgreSQL; none while it is not running. */
const postgresPids = (node: DatabaseNode): number[] => {
  const pid = node.postgresPid();
  return pid === null ? [] : [pid, ...node.postgresProcesses().map((child) => child.pid)];
};

/** Returns the number of connections to the primary and the size of the database; null if the primary does not answer. */
const readDatabaseFigures = (cluster: Cluster) =>
  withPrimary(cluster, 'projector', async (client) => {
    const { rows } = await client.query<{ connections: string; bytes: string }>(
      `select (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
        pg_database_size(current_database()) as bytes`,
    );
    return { connections: Number(rows[0]?.connections), megabytes: Number(rows[0]?.bytes) / megabyte };
  }).catch(() => null);

export type Load = {
  /** Grows while the load goes on. */
  acts: readonly AcknowledgedAct[];
  takeReads(): readonly Read[];
};

/**
 * Measures the cluster and its load repeatedly.
 * @param beganAt the start of the soak, as `performance.now()`.
 */
export const startMeasurements = (
  cluster: Cluster,
  load: Load,
  beganAt: number,
  intervalMs: number,
): Measurements => {
  const pointsByKind = new Map<Kind, Map<string, { seconds: number; value: number }[]>>();
  const add = (kind: Kind, name: string, value: number | null | undefined) => {
    if (value === null || value === undefined || Number.isNaN(value)) return;
    const pointsByName = pointsByKind.get(kind) ?? new Map<string, { seconds: number; value: number }[]>();
    const points = pointsByName.get(name) ?? [];
    points.push({ seconds: (performance.now() - beganAt) / 1_000, value });
    pointsByKind.set(kind, pointsByName.set(name, points));
  };

  const { services, databases, haproxy } = cluster;
  const processes: SupervisedProcess[] = [...Object.values(services).flat(), haproxy];
  let measuredActs = load.acts.length;
  let measuredAt = performance.now();
  const measureLoad = () => {
    const now = performance.now();
    const acts = load.acts.slice(measuredActs);
    const reads = load.takeReads().filter(({ hasFailed }) => !hasFailed);
    add('rate', 'commands', acts.length / ((now - measuredAt) / 1_000));
    for (const [name, answers] of [['commands', acts] as const, ['reads', reads] as const]) {
      const times = answers.map(({ ms }) => ms);
      add('latency', name, p50(times));
      add('slowest', name, p99(times));
    }
    measuredActs += acts.length;
    measuredAt = now;
  };

  const measure = async () => {
    measureLoad();
    for (const { name, pid } of processes) {
      const figures = readProcessFigures(pid);
      add('memory', `${name} (${pid})`, figures?.megabytes);
      add('files', `${name} (${pid})`, figures?.files);
    }
    // The roles of the nodes change, so the sum of all nodes shows growth better than each of them.
    add('postgresMemory', 'three nodes', sumMegabytes(databases.nodes.flatMap(postgresPids)));
    for (const node of databases.nodes) add('wal', node.name, readWalMegabytes(node));
    const figures = await readDatabaseFigures(cluster);
    add('connections', 'connections', figures?.connections);
    add('database', 'database', figures?.megabytes);
  };

  // The disturbances kill the second nodes, so these do not run long enough.
  const firstServices = Object.values(services).flatMap(([first]) => first ?? []);
  const readKeptMegabytes = createKeptMemoryMeter();
  const measureKeptMemory = async () => {
    for (const service of firstServices) {
      const name = `${service.name} (${service.pid})`;
      add('keptMemory', name, await readKeptMegabytes(service).catch(() => null));
    }
  };

  const stopped = new AbortController();
  const { signal } = stopped;
  const repeat = async (pauseMs: number, act: () => Promise<void>) => {
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
      // Files and processes disappear when a node is killed. The next measurement follows soon.
      await act().catch(() => {});
    }
  };
  const running = Promise.all([repeat(intervalMs, measure), repeat(keptMemoryIntervalMs, measureKeptMemory)]);
  return {
    series: (kind) => [...(pointsByKind.get(kind) ?? [])].map(([name, points]) => ({ name, points })),
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
