import { pause } from '#concurrency/pause.ts';
import { rejectAfter } from '#concurrency/reject-after.ts';
import { classifyFailure } from '#events/log/database-failure.ts';

/** Tells whether the primary answers, so that requests need not find out one by one. */
export type PrimaryMonitor = {
  readonly isUnreachable: boolean;
  /**
   * Runs a query on the primary. Returns null while the primary is unreachable, at once if that is known already.
   * @throws errors that do not show an outage.
   */
  ask<T>(query: () => Promise<T>): Promise<T | null>;
  close(): void;
};

type PrimaryMonitorOptions = {
  /** Resolves if the primary can be used, over a connection of its own. */
  probe: () => Promise<unknown>;
  /** Called when an outage begins, with its error, and with null when it ends. */
  onChange: (outage: unknown) => void;
  /** How long a query or a probe may take; default 1 s. */
  timeoutMs?: number;
  /** The time between two probes; default 500 ms. */
  probeIntervalMs?: number;
};

/**
 * Creates a monitor. Its states:
 * - `reachable`: queries are sent to the primary. → `unreachable` when one fails as in an outage, or takes too long.
 * - `unreachable`: no query is sent. A probe runs regularly. → `reachable` when a probe succeeds.
 */
export const createPrimaryMonitor = ({
  probe,
  onChange,
  timeoutMs = 1_000,
  probeIntervalMs = 500,
}: PrimaryMonitorOptions): PrimaryMonitor => {
  const closed = new AbortController();
  let state: 'reachable' | 'unreachable' = 'reachable';
  const isUnreachable = () => state === 'unreachable';

  const withTimeout = <T>(work: Promise<T>) =>
    rejectAfter(timeoutMs, work, `Timeout: the primary did not answer within ${timeoutMs} ms.`);

  const probeUntilReachable = async () => {
    while (!closed.signal.aborted) {
      await pause(probeIntervalMs, closed.signal);
      try {
        await withTimeout(probe());
        break;
      } catch {
        // The outage goes on.
      }
    }
    state = 'reachable';
    if (!closed.signal.aborted) onChange(null);
  };

  return {
    get isUnreachable() {
      return isUnreachable();
    },
    ask: async (query) => {
      if (isUnreachable()) return null;
      try {
        return await withTimeout(query());
      } catch (error) {
        if (classifyFailure(error) === 'permanent') throw error;
        // Several queries may fail together.
        if (!isUnreachable()) {
          state = 'unreachable';
          onChange(error);
          void probeUntilReachable();
        }
        return null;
      }
    },
    close: () => closed.abort(),
  };
};
