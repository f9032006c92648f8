import type { Client } from 'pg';
import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';
import { leaderLock } from '../advisory-locks.ts';
import { databaseBackoff } from '../connection/database-backoff.ts';
import { toError } from '../connection/to-error.ts';
import type { Writer } from '../connection/writer.ts';
import { SupersededError } from '../projection/checkpoints.ts';
import { type LeadOptions, lead } from './lead.ts';

type RunnerOptions = Omit<LeadOptions, 'pageSize'> & {
  /** Awaited when this runner has become the leader, before it projects anything. If it rejects, the runner starts over. */
  beforeLeading?: (writer: Writer) => Promise<void>;
  /** Other tasks of the leader, such as reactions and sealing. They start when it leads and must end when the signal aborts. */
  leaderTasks?: (writer: Writer, signal: AbortSignal) => Promise<void>;
  pageSize?: number;
  /** The time between two attempts of a standby to become the leader, in milliseconds; 1,000 by default. */
  standbyPollMs?: number;
};

/**
 * Tries to become the leader. Does not wait for the lock: a waiting statement would hold a snapshot and keep the
 * database from vacuuming. The lock is released when the connection ends.
 */
const tryToLead = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ is_leader: boolean }>(
    'select pg_try_advisory_lock($1) as is_leader',
    [leaderLock],
  );
  return rows[0]?.is_leader ?? false;
};

const stopLeading = async (client: Client): Promise<void> => {
  await client.query('select pg_advisory_unlock($1)', [leaderLock]);
};

/** Runs the leader's loop and its other tasks. Stops the tasks when the loop ends, and the loop if a task fails. */
const leadWithTasks = async (writer: Writer, options: RunnerOptions, signal: AbortSignal): Promise<void> => {
  const ended = new AbortController();
  const taskSignal = AbortSignal.any([signal, writer.connectionLost, ended.signal]);
  let failure: unknown;
  const tasks = (options.leaderTasks?.(writer, taskSignal) ?? Promise.resolve()).catch((error: unknown) => {
    failure = error;
    ended.abort();
  });
  try {
    await lead(writer, { pageSize: 5_000, ...options }, taskSignal);
  } finally {
    ended.abort();
    await tasks;
  }
  if (writer.connectionLost.aborted && !signal.aborted) throw writer.connectionLost.reason;
  if (failure !== undefined) throw failure;
};

/** After an attempt that has lasted at least this long, the delays start again with the shortest. */
const stableMs = databaseBackoff.maxMs;

/**
 * Runs the projections until the signal aborts. At most one of the runners on a database is the leader: it holds an
 * advisory lock on its writing connection, and the others poll for that lock. After an error, the runner starts over with
 * exponential backoff, because some errors occur again each time it leads, for example an event of a newer release. A
 * standby whose connection is lost reconnects at once. If two runners ever lead at the same time, the compare-and-set of the
 * checkpoints stops one of them.
 */
export const runProjections = async (options: RunnerOptions, signal: AbortSignal): Promise<void> => {
  const standbyPollMs = options.standbyPollMs ?? 1_000;
  let failures = 0;
  while (!signal.aborted) {
    let writer: Writer | undefined;
    const startedAtMs = performance.now();
    try {
      writer = await options.openWriter();
      const writerSignal = AbortSignal.any([signal, writer.connectionLost]);
      while (!writerSignal.aborted) {
        if (await tryToLead(writer.client)) {
          try {
            await options.beforeLeading?.(writer);
            await leadWithTasks(writer, options, signal);
          } catch (error) {
            if (!(error instanceof SupersededError)) throw error;
          }
          await stopLeading(writer.client);
        }
        if (signal.aborted) break;
        options.observer.state('standing-by');
        // The wait varies by up to 25 % at random, so that runners do not all try at the same time.
        await pause(standbyPollMs * (0.75 + Math.random() / 2), writerSignal);
      }
    } catch (error) {
      if (signal.aborted) break;
      options.observer.state('failing', toError(error));
      if (performance.now() - startedAtMs >= stableMs) failures = 0;
      await pause(backoffMs(failures, databaseBackoff), signal);
      failures += 1;
    } finally {
      await writer?.close();
    }
  }
  options.observer.state('stopped');
};
