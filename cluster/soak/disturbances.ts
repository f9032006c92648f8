import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFaults } from '../faults/matrix/database-faults.ts';
import { serviceFaults } from '../faults/matrix/service-faults.ts';
import type { SupervisedProcess } from '../processes/supervised-process.ts';
import type { Cluster } from '../start-cluster.ts';

/** Something that happened to the cluster. */
export type Disturbance = { title: string; seconds: number };

export type Disturbances = {
  happened: readonly Disturbance[];
  /** Why a disturbance could not be caused, or the cluster did not recover from it. Each of them fails the soak. */
  problems: readonly string[];
  /** Ends the disturbances. Resolves when the cluster has recovered from the last one. */
  stop(): Promise<void>;
};

type Cause = (cluster: Cluster) => Promise<() => Promise<void> | void>;

/** Kills the second process of a group. The first process is not killed, so that the measurements show whether its memory grows. */
const killSecond =
  (choose: (cluster: Cluster) => readonly SupervisedProcess[]): Cause =>
  async (cluster) => {
    choose(cluster)[1]?.signal('SIGKILL');
    return () => {};
  };

const causeOf = (name: string): Cause => {
  const fault = [...databaseFaults, ...serviceFaults].find((one) => one.name === name);
  if (!fault) throw new Error(`There is no fault ${name}.`);
  return (cluster) => fault.cause(cluster);
};

/** The regular disturbances, which are caused in turn. */
const regularDisturbances: readonly (readonly [title: string, Cause])[] = [
  ['second read-api killed', killSecond(({ services }) => services.readApis)],
  ['second projector killed', killSecond(({ services }) => services.projectors)],
  ['PostgreSQL of the primary killed', causeOf('kill-postgres')],
  ['second command-api killed', killSecond(({ services }) => services.commandApis)],
  ['second etcd killed', killSecond(({ databases }) => databases.etcd)],
  ['Patroni and PostgreSQL of the primary killed', causeOf('kill-patroni')],
  ['HAProxy restarted', causeOf('restart-haproxy')],
  ['switchover', causeOf('switchover')],
];
const rollingRestart = ['rolling restart of everything', causeOf('rolling-restart')] as const;

const settleMs = 5_000;
const healthyTimeoutMs = 180_000;

export type DisturbancesOptions = {
  /** The time from one disturbance to the next. */
  intervalMs: number;
  /** Which disturbances, numbered from 0, are a rolling restart of everything. */
  rollingRestarts: ReadonlySet<number>;
  /** When the soak began, as `performance.now()`. */
  beganAt: number;
  print(line: string): void;
};

/** Disturbs the cluster regularly, and waits each time until it has recovered. */
export const startDisturbances = (cluster: Cluster, options: DisturbancesOptions): Disturbances => {
  const happened: Disturbance[] = [];
  const problems: string[] = [];
  const stopped = new AbortController();
  const { signal } = stopped;
  const secondsSinceStart = () => (performance.now() - options.beganAt) / 1_000;

  const disturb = async (title: string, cause: Cause) => {
    happened.push({ title, seconds: secondsSinceStart() });
    options.print(`${Math.round(secondsSinceStart())} s: ${title}`);
    try {
      const repair = await cause(cluster);
      await sleep(settleMs);
      await repair();
      await cluster.waitUntilHealthy(healthyTimeoutMs);
    } catch (error) {
      problems.push(`${title}: ${(error as Error).message}`);
    }
  };

  const running = (async () => {
    for (let number = 0, turn = 0; !signal.aborted; number += 1) {
      const next = options.beganAt + (number + 1) * options.intervalMs;
      await sleep(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      if (options.rollingRestarts.has(number)) {
        await disturb(...rollingRestart);
        continue;
      }
      const regular = regularDisturbances[turn % regularDisturbances.length];
      turn += 1;
      if (regular) await disturb(...regular);
    }
  })();
  return {
    happened,
    problems,
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
