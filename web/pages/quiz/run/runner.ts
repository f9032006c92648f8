import type { QuizAttempt, TimedQuizAttempt } from '#contract/quizzes.ts';
import type { QuizAnswers, TimedAttempt } from '../../../domains/quizzes/acts.ts';
import { sendUntilAnswered } from './send.ts';
import { secondsUntil, untilNextSecond } from './time-left.ts';

export type Running = {
  is: 'running';
  attempt: TimedQuizAttempt;
  answers: QuizAnswers;
  seconds: number;
  /** Submitted, and not answered yet. */
  sending: boolean;
  /** The line is gone; it is sent again until there is an answer. */
  waits: boolean;
  problem: unknown;
};
export type TimeUp = Omit<Running, 'is' | 'seconds'> & { is: 'time-up'; result: QuizAttempt | null };
export type Run =
  | { is: 'idle' }
  | Running
  | TimeUp
  /** `elsewhere`: it was submitted in another tab or on another device. */
  | { is: 'finished'; attempt: QuizAttempt; elsewhere: boolean };

export type RunnerSurroundings = {
  /** Milliseconds of this machine's clock. */
  now: () => number;
  /** Calls back once, in so many milliseconds; gives what takes it back. */
  after: (ms: number, then: () => void) => () => void;
  submit: (id: string, answers: QuizAnswers) => Promise<TimedQuizAttempt>;
  isPassing: (error: unknown) => boolean;
  keep: (id: string, answers: QuizAnswers) => void;
  kept: (id: string) => QuizAnswers;
  forget: () => void;
  /** The time has run out. */
  onTimeUp: () => void;
  /** The server has given the result. */
  onResult: (result: TimedQuizAttempt) => void;
};

/**
 * A tab in which nothing was filled in waits so long before it submits at the end: the first submission counts, and another
 * tab may hold the answers. Shorter than the server's grace.
 */
const emptyHandedMs = 1_500;

const open = (run: Run): run is Running | TimeUp => run.is === 'running' || run.is === 'time-up';

/**
 * One attempt at a quiz, from its start to its result; it goes on while other pages are shown. The end of the time is a
 * moment of the server's clock, looked at whenever a second has passed or the tab wakes, never a count of ticks. When it has come,
 * what is filled in is submitted by itself, within the server's grace.
 */
export const quizRunner = (around: RunnerSurroundings) => {
  let run: Run = { is: 'idle' };
  let deadline = 0;
  let stopClock = () => {};
  const listeners = new Set<() => void>();

  /** The run as it is now, whatever was known of it before something was awaited. */
  const current = (): Run => run;
  const set = (next: Run): void => {
    run = next;
    for (const listener of [...listeners]) listener();
  };
  /** Changes the run if it is still about this attempt. */
  const change = (id: string, how: (open: Running | TimeUp) => Run): void => {
    if (open(run) && run.attempt._id === id) set(how(run));
  };
  const finish = (attempt: QuizAttempt, elsewhere: boolean): void => {
    stopClock();
    around.forget();
    set({ is: 'finished', attempt, elsewhere });
  };

  const sendOnce = sendUntilAnswered(around);
  /** Sends what is filled in. @returns the result; null when it could not be had, or nobody waits for it any more. */
  const send = async (): Promise<TimedQuizAttempt | null> => {
    if (!open(run)) return null;
    const { attempt, answers } = run;
    const id = attempt._id;
    change(id, (now) => ({ ...now, sending: true, problem: null }));
    try {
      const result = await sendOnce(id, answers, () => change(id, (now) => ({ ...now, waits: true })));
      around.onResult(result);
      change(id, (now) => ({ ...now, sending: false, waits: false }));
      const now = current();
      return open(now) && now.attempt._id === id ? result : null;
    } catch (problem) {
      change(id, (now) => ({ ...now, sending: false, waits: false, problem }));
      return null;
    }
  };

  const sendAtTheEnd = (id: string): void => {
    if (run.is !== 'time-up' || run.attempt._id !== id || run.result) return;
    void send().then((result) => {
      if (result) change(id, (now) => (now.is === 'time-up' ? { ...now, result } : now));
    });
  };

  const endTheTime = (): void => {
    if (run.is !== 'running') return;
    const { seconds: _, ...rest } = run;
    set({ ...rest, is: 'time-up', result: null });
    around.onTimeUp();
    if (rest.sending || Object.keys(rest.answers).length > 0) sendAtTheEnd(rest.attempt._id);
    else stopClock = around.after(emptyHandedMs, () => sendAtTheEnd(rest.attempt._id));
  };

  const look = (): void => {
    if (run.is !== 'running') return;
    stopClock();
    const now = around.now();
    const seconds = secondsUntil(deadline, now);
    if (seconds === 0) {
      endTheTime();
      return;
    }
    if (seconds !== run.seconds) set({ ...run, seconds });
    stopClock = around.after(untilNextSecond(deadline, now), look);
  };

  return {
    now: current,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Takes up an attempt, a new one or one that ran before the page was loaded anew. */
    begin: ({ attempt, aheadMs }: TimedAttempt): void => {
      if (open(run) && run.attempt._id === attempt._id) return;
      if (attempt.status === 'finished') {
        finish(attempt, false);
        return;
      }
      deadline = Date.parse(attempt.deadline) - aheadMs;
      const seconds = secondsUntil(deadline, around.now());
      const answers = around.kept(attempt._id);
      set({ is: 'running', attempt, answers, seconds, sending: false, waits: false, problem: null });
      look();
    },
    /** An option's index or a text; null or '' leaves the question open again. */
    answer: (question: string, value: number | string | null): void => {
      if (run.is !== 'running' || run.sending) return;
      const { [question]: _, ...others } = run.answers;
      const answers = value === null || value === '' ? others : { ...others, [question]: value };
      around.keep(run.attempt._id, answers);
      set({ ...run, answers });
    },
    /** Looks at the clock: the tab has woken. */
    look,
    /** Submits before the time is up. @returns the result, null when there is none (yet) or it was asked for already. */
    submit: async (): Promise<QuizAttempt | null> => {
      if (run.is !== 'running' || run.sending) return null;
      const result = await send();
      // The time may have run out while it was sent: then View Results shows it.
      if (result === null || current().is !== 'running') return null;
      finish(result, false);
      return result;
    },
    /** View Results, after the time was up. @returns the result; null when it could not be had. */
    view: async (): Promise<QuizAttempt | null> => {
      if (run.is !== 'time-up') return null;
      const result = run.result ?? (await send());
      if (result === null || current().is !== 'time-up') return null;
      finish(result, false);
      return result;
    },
    /**
     * The server told of an attempt. One that ended in another tab ends here too; at the end of the time View Results
     * shows it. What is under way here is answered to whoever sent it.
     */
    hear: (attempt: QuizAttempt): void => {
      if (run.is === 'idle' || run.attempt._id !== attempt._id) return;
      if (run.is === 'finished') set({ ...run, attempt });
      else if (run.sending) return;
      else if (run.is === 'running') finish(attempt, true);
      else set({ ...run, result: attempt, problem: null });
    },
    /** Puts the attempt away. */
    leave: (): void => {
      stopClock();
      if (open(run)) around.forget();
      set({ is: 'idle' });
    },
  };
};

export type QuizRunner = ReturnType<typeof quizRunner>;
