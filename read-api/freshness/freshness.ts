import { problemError } from '#platform/problems.ts';
import type { CheckpointSignal } from './checkpoint-signal.ts';
import { type Checkpoints, currentPosition, reachedPosition } from './checkpoints.ts';

/** How long a GET waits: for the head of the log at its arrival, or for a position that the client names. */
export type FreshnessTimeouts = { headMs: number; namedMs: number };
export const defaultFreshnessTimeouts: FreshnessTimeouts = { headMs: 250, namedMs: 2_000 };

/** Signals may be lost, so checkpoints are also polled. */
const pollIntervalMs = 50;

/** The request headers `Await-Log-Position` and `Log-Id`. */
type PositionHeaders = { position: string | undefined; logId: string | undefined };

/**
 * The headers for the wait before a socket is admitted to a view. They name a position beyond any head,
 * so the wait ends at the head, but has the longer timeout of a named position. The longer timeout is necessary because outdated
 * models may cause a wrong refusal, whereas a GET that has waited too long gets an answer that is marked as stale.
 */
export const headersForAdmission: PositionHeaders = { position: '9'.repeat(15), logId: undefined };

/** How fresh the read models of a GET are. */
export type Freshness = {
  checkpoints: Checkpoints;
  /**
   * The position up to which all events are projected into all of the read models. The models may be current up to a later position.
   * But a client asks for all live updates after the lowest position of its answers, and the events in between may concern other models.
   */
  position: number;
  /**
   * Whether the answer may lack events: the awaited position was not reached in time, a parked stream holds back part of
   * the read models, or the primary is unreachable, so the head of the log is unknown.
   */
  isStale: boolean;
  /** The head of the log when the request arrived, regardless of the position that the request names. */
  headOnArrival: number;
};

type AwaitedPosition = { position: number; timeoutMs: number };

/**
 * Returns the position that a request has to see, and the timeout of the wait for it. The position is the head, or the named
 * position if it belongs to this history of the log. A position beyond the head has never been acknowledged, so the head is enough.
 */
const findAwaitedPosition = (
  { position, logId }: PositionHeaders,
  log: Pick<Checkpoints, 'logId' | 'head'>,
  { headMs, namedMs }: FreshnessTimeouts,
): AwaitedPosition => {
  if (position === undefined) return { position: log.head, timeoutMs: headMs };
  if (!/^\d{1,15}$/.test(position))
    throw problemError('invalid-input', 'The header Await-Log-Position must be a position of the log.');
  if (logId !== undefined && logId.toLowerCase() !== log.logId)
    return { position: log.head, timeoutMs: headMs };
  return { position: Math.min(Number(position), log.head), timeoutMs: namedMs };
};

const hasParkedStreams = ({ models }: Checkpoints, names: readonly string[]) =>
  names.some((name) => (models.get(name)?.parkedStreams ?? 0) > 0);

/**
 * Returns a function that waits until the read models of a GET are fresh. It throws problem 'invalid-input' for a
 * malformed position.
 */
export const createFreshnessWaiter =
  (
    readCheckpoints: () => Promise<Checkpoints>,
    signal: Pick<CheckpointSignal, 'wait'>,
    timeouts = defaultFreshnessTimeouts,
  ) =>
  async (models: readonly string[], headers: PositionHeaders): Promise<Freshness> => {
    let checkpoints = await readCheckpoints();
    const { head: headOnArrival } = checkpoints;
    const awaited = findAwaitedPosition(headers, checkpoints, timeouts);
    const deadline = performance.now() + awaited.timeoutMs;
    // While the primary is unreachable, the head of the log is unknown, so there is nothing to wait for.
    while (!checkpoints.isPrimaryUnreachable && currentPosition(checkpoints, models) < awaited.position) {
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0) break;
      await signal.wait(Math.min(remainingMs, pollIntervalMs));
      checkpoints = await readCheckpoints();
    }
    const isStale =
      checkpoints.isPrimaryUnreachable ||
      currentPosition(checkpoints, models) < awaited.position ||
      hasParkedStreams(checkpoints, models);
    return { checkpoints, position: reachedPosition(checkpoints, models), isStale, headOnArrival };
  };
export type FreshnessWaiter = ReturnType<typeof createFreshnessWaiter>;
