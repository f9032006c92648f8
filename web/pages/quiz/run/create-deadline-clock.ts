import { backoffMs } from '#concurrency/backoff-ms.ts';
import { quizGraceSeconds } from '#contract/schemas/quizzes.ts';
import type { AttemptWithClockOffset } from '../../../domains/quizzes/quiz-actions.ts';
import { computeMsUntilNextSecond, computeSecondsUntil } from './time-left.ts';

export type DeadlineClockDependencies = {
  /** This tab's clock, in milliseconds. It only goes forward. In some browsers it stops while the device sleeps. */
  now: () => number;
  /** The device's clock, in milliseconds. It continues while the device sleeps, but it may be wrong, and it may be set. */
  deviceTime: () => number;
  /** Calls `then` once after `ms` milliseconds. Returns a function that cancels the call. */
  after: (ms: number, then: () => void) => () => void;
  fetch: (id: string) => Promise<AttemptWithClockOffset>;
  isTransient: (error: unknown) => boolean;
};

/** If the device's clock gains more than this on the tab's clock, the device has slept, or its clock was set. */
const maxGainMs = 1_000;

/** How long to wait for the server's answer after the assumed deadline. Enough of the grace period is left to submit the answers. */
const maxWaitMs = 1_000;
const graceMs = quizGraceSeconds * 1_000;
const retryBackoff = { firstMs: 500, maxMs: 4_000 };

type State = { is: 'stopped' } | { is: 'counting' | 'asking'; id: string };

/**
 * Counts down to the deadline of an attempt. States:
 *
 *   stopped ──start──▶ counting
 *   counting, asking ──the device has slept, or its clock was set forward──▶ asking, with a new request
 *   asking ──the server answers, or refuses to──▶ counting
 *   counting ──deadline──▶ stopped, time up
 *   asking ──between 1 second after the deadline and the end of the grace period──▶ stopped, time up
 *   asking ──the deadline of a device that has not slept──▶ stopped, time up
 *   counting, asking ──stop──▶ stopped
 *
 * The server's deadline is converted to the tab's clock. It is compared with that clock every second and when the tab wakes up. The
 * seconds are not counted, because timers may be late. Only the server can tell a sleep from a clock that was set, so it is asked for the
 * remaining time. Until it answers, a sleep is assumed, because answers that are submitted too late are lost. After the grace period,
 * nothing can be saved any more if the device has slept. The quiz then continues until the server answers, or until the deadline of a
 * device that has not slept.
 * @param on.second called with the remaining time in whole seconds.
 */
export const createDeadlineClock = (
  dependencies: DeadlineClockDependencies,
  on: { second: (seconds: number) => void; timeUp: () => void },
) => {
  let state: State = { is: 'stopped' };
  /** In milliseconds of the tab's clock. */
  let deadline = 0;
  /** The deadline if the device has not slept since the server last answered. */
  let latestDeadline = 0;
  /** How far the device's clock was ahead of the tab's clock at the start, or when a sleep or a change of the device's clock was last noticed. */
  let deviceLead = 0;
  let cancelTimer = () => {};

  const computeDeviceLead = () => dependencies.deviceTime() - dependencies.now();
  const setDeadline = ({ attempt, clockOffsetMs }: AttemptWithClockOffset): void => {
    deadline = Date.parse(attempt.deadline) - clockOffsetMs;
    latestDeadline = deadline;
  };
  const stop = (): void => {
    cancelTimer();
    state = { is: 'stopped' };
  };

  /** Asks the server for the remaining time. Transient failures are retried until the next request, or until the clock is stopped. */
  const ask = async (id: string): Promise<void> => {
    const asking: State = { is: 'asking', id };
    state = asking;
    const isAsking = () => state === asking;
    for (let failures = 0; isAsking(); failures += 1) {
      const answer = await dependencies.fetch(id).catch((error: unknown) => ({ error }));
      if (!isAsking()) return;
      // If the device has slept since the request, the clock offset in the answer is wrong.
      noticeSleep(id);
      if (!isAsking()) return;
      if ('error' in answer && dependencies.isTransient(answer.error))
        await new Promise<void>((resolve) => {
          dependencies.after(backoffMs(failures, retryBackoff), resolve);
        });
      else {
        if (!('error' in answer)) setDeadline(answer);
        state = { is: 'counting', id };
        check();
      }
    }
  };

  const noticeSleep = (id: string): void => {
    const gainMs = computeDeviceLead() - deviceLead;
    if (gainMs >= 0 && gainMs <= maxGainMs) return;
    deviceLead += gainMs;
    // A clock that was set back is not a sign of a sleep.
    if (gainMs < 0) return;
    deadline -= gainMs;
    void ask(id);
  };

  const check = (): void => {
    if (state.is === 'stopped') return;
    cancelTimer();
    noticeSleep(state.id);
    const now = dependencies.now();
    const overdueMs = now - deadline;
    const isTimeUp =
      state.is === 'counting'
        ? overdueMs >= 0
        : now >= latestDeadline || (overdueMs >= maxWaitMs && overdueMs < graceMs);
    if (isTimeUp) {
      stop();
      on.timeUp();
      return;
    }
    on.second(computeSecondsUntil(deadline, now));
    if (overdueMs < 0) cancelTimer = dependencies.after(computeMsUntilNextSecond(deadline, now), check);
    else
      cancelTimer = dependencies.after(
        overdueMs < maxWaitMs ? maxWaitMs - overdueMs : latestDeadline - now,
        check,
      );
  };

  return {
    /** Starts to count; `check` sets the first timer. @returns the remaining time in whole seconds. */
    start: (started: AttemptWithClockOffset): number => {
      stop();
      setDeadline(started);
      deviceLead = computeDeviceLead();
      state = { is: 'counting', id: started.attempt._id };
      return computeSecondsUntil(deadline, dependencies.now());
    },
    /** Compares the deadline with the clock. */
    check,
    stop,
  };
};
