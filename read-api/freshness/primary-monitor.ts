import { pause } from '#concurrency/pause.ts';
import { rejectAfter } from '#concurrency/reject-after.ts';
import { classifyFailure } from '#events/log/database-failure.ts';

/** Tells whether the primary answers, so that requests need not find out one by one. */
export type PrimaryMonitor = {
  /** Whether an outage is known or suspected. No query is then sent to the primary. */
  readonly isUnreachable: boolean;
  /** Whether an outage is known. */
  readonly hasOutage: boolean;
  /**
   * Runs a query on the primary. Returns null if the primary does not answer. If an outage is known or suspected, returns
   * null at once, without running the query.
   * @throws errors that do not show an outage.
   */
  ask<T>(query: () => Promise<T>): Promise<T | null>;
  close(): void;
};

type PrimaryMonitorOptions = {
  /** Checks over a connection of its own whether the primary can be used. Rejects if it cannot. */
  probe: () => Promise<unknown>;
  /** Called when an outage is suspected, with the error of the query. */
  onSuspicion: (error: unknown) => void;
  /** Called with the error of the probe when an outage begins, and with null when it ends. */
  onChange: (outage: unknown) => void;
  /** How long a query or a probe may take; default 1 s. */
  timeoutMs?: number;
  /** The time between two probes; default 500 ms. */
  probeIntervalMs?: number;
};

/** Returns whether the SQLSTATE says that a replica refused a write. */
const isReplicaRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '25006';

/** A broken connection or a replica's refusal may mean an outage. Any other error comes from a primary that works. */
const showsOutage = (error: unknown) => classifyFailure(error) === 'unknown' || isReplicaRefusal(error);

/**
 * Creates a monitor. Its states:
 * - `reachable`: queries are sent to the primary. → `suspected` when one fails as it would in an outage, or takes too long.
 * - `suspected`: no query is sent. A probe runs at once, because one slow query or one lost connection is not an outage.
 *   → `reachable` when it succeeds, → `unreachable` when it fails.
 * - `unreachable`: no query is sent. A probe runs regularly. → `reachable` when a probe succeeds.
 */
export const createPrimaryMonitor = ({
  probe,
  onSuspicion,
  onChange,
  timeoutMs = 1_000,
  probeIntervalMs = 500,
}: PrimaryMonitorOptions): PrimaryMonitor => {
  const closed = new AbortController();
  let state: 'reachable' | 'suspected' | 'unreachable' = 'reachable';

  const withTimeout = <T>(work: Promise<T>) =>
    rejectAfter(timeoutMs, work, `Timeout: the primary did not answer within ${timeoutMs} ms.`);

  const probeUntilReachable = async () => {
    while (!closed.signal.aborted) {
      try {
        await withTimeout(probe());
        break;
      } catch (error) {
        if (closed.signal.aborted) return;
        if (state === 'suspected') {
          state = 'unreachable';
          onChange(error);
        }
      }
      await pause(probeIntervalMs, closed.signal);
    }
    if (closed.signal.aborted) return;
    const hadOutage = state === 'unreachable';
    state = 'reachable';
    if (hadOutage) onChange(null);
  };

  return {
    get isUnreachable() {
      return state !== 'reachable';
    },
    get hasOutage() {
      return state === 'unreachable';
    },
    ask: async (query) => {
      if (state !== 'reachable') return null;
      try {
        return await withTimeout(query());
      } catch (error) {
        if (closed.signal.aborted || !showsOutage(error)) throw error;
        // Several queries may fail together.
        if (state === 'reachable') {
          state = 'suspected';
          onSuspicion(error);
          void probeUntilReachable();
        }
        return null;
      }
    },
    close: () => closed.abort(),
  };
};
