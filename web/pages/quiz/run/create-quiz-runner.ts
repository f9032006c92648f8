import type { QuizAttempt, TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import type { QuizAnswers, TimedAttempt } from '../../../domains/quizzes/quiz-actions.ts';
import { createSubmitter } from './create-submitter.ts';
import { secondsUntil, untilNextSecond } from './time-left.ts';

export type Running = {
  is: 'running';
  attempt: TimedQuizAttempt;
  answers: QuizAnswers;
  seconds: number;
  /** Submitted, but not answered yet. */
  isSubmitting: boolean;
  /** There is no connection; the submission is retried. */
  isOffline: boolean;
  problem: unknown;
};
export type TimeUp = Omit<Running, 'is' | 'seconds'> & { is: 'time-up'; result: QuizAttempt | null };
export type Run =
  | { is: 'idle' }
  | Running
  | TimeUp
  /** `isFromElsewhere`: it was submitted in another tab or on another device. */
  | { is: 'finished'; attempt: QuizAttempt; elsewhere: boolean };

export type RunnerDependencies = {
  /** The local clock in milliseconds. */
  now: () => number;
  /** Calls back once after `ms` milliseconds. Returns a function that cancels it. */
  after: (ms: number, then: () => void) => () => void;
  submit: (id: string, answers: QuizAnswers) => Promise<TimedQuizAttempt>;
  isTransient: (error: unknown) => boolean;
  storeAnswers: (id: string, answers: QuizAnswers) => void;
  loadAnswers: (id: string) => QuizAnswers;
  clearAnswers: () => void;
  /** Called when the time is up. */
  onTimeUp: () => void;
  /** Called with the server's result. */
  onResult: (result: TimedQuizAttempt) => void;
};

/**
 * When the time is up, a tab without answers waits this long before it submits, because only the first submission counts and another
 * tab may have answers. Shorter than the server's grace period.
 */
const submitDelayWithoutAnswersMs = 1_500;

const isOpen = (run: Run): run is Running | TimeUp => run.is === 'running' || run.is === 'time-up';

/**
 * Runs one quiz attempt from its start to its result, also while other pages are shown. States:
 *
 *   idle ──begin──▶ running ──time is up──▶ time-up ──view──▶ finished
 *                      └───────submit, or submitted elsewhere───▶ finished
 *   any state ──leave──▶ idle
 *
 * The deadline is a time of the server's clock, checked every second and when the tab wakes up, not a count of ticks. When the time is
 * up, the answers are submitted automatically within the server's grace period.
 */
export const createQuizRunner = (around: RunnerDependencies) => {
  let run: Run = { is: 'idle' };
  let deadline = 0;
  let stopClock = () => {};
  const listeners = new Set<() => void>();

  /** Returns the current run; needed after an `await`, which invalidates narrowed types. */
  const current = (): Run => run;
  const set = (next: Run): void => {
    run = next;
    for (const listener of [...listeners]) listener();
  };
  /** Changes the run if it still belongs to this attempt. */
  const change = (id: string, how: (open: Running | TimeUp) => Run): void => {
    if (isOpen(run) && run.attempt._id === id) set(how(run));
  };
  const finish = (attempt: QuizAttempt, elsewhere: boolean): void => {
    stopClock();
    around.clearAnswers();
    set({ is: 'finished', attempt, elsewhere });
  };

  const sendOnce = createSubmitter(around);
  /** Submits the answers. @returns the result; null if it failed or the attempt was left. */
  const send = async (): Promise<TimedQuizAttempt | null> => {
    if (!isOpen(run)) return null;
    const { attempt, answers } = run;
    const id = attempt._id;
    change(id, (now) => ({ ...now, isSubmitting: true, problem: null }));
    try {
      const result = await sendOnce(id, answers, () => change(id, (now) => ({ ...now, isOffline: true })));
      around.onResult(result);
      change(id, (now) => ({ ...now, isSubmitting: false, isOffline: false }));
      const now = current();
      return isOpen(now) && now.attempt._id === id ? result : null;
    } catch (problem) {
      change(id, (now) => ({ ...now, isSubmitting: false, isOffline: false, problem }));
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
    if (rest.isSubmitting || Object.keys(rest.answers).length > 0) sendAtTheEnd(rest.attempt._id);
    else stopClock = around.after(submitDelayWithoutAnswersMs, () => sendAtTheEnd(rest.attempt._id));
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
    /** Begins a new attempt, or resumes one after a reload. */
    begin: ({ attempt, clockOffsetMs }: TimedAttempt): void => {
      if (isOpen(run) && run.attempt._id === attempt._id) return;
      if (attempt.status === 'finished') {
        finish(attempt, false);
        return;
      }
      deadline = Date.parse(attempt.deadline) - clockOffsetMs;
      const seconds = secondsUntil(deadline, around.now());
      const answers = around.loadAnswers(attempt._id);
      set({ is: 'running', attempt, answers, seconds, isSubmitting: false, isOffline: false, problem: null });
      look();
    },
    /** Sets an answer: an option's index or a text; null or '' clears it. */
    answer: (question: string, value: number | string | null): void => {
      if (run.is !== 'running' || run.isSubmitting) return;
      const { [question]: _, ...others } = run.answers;
      const answers = value === null || value === '' ? others : { ...others, [question]: value };
      around.storeAnswers(run.attempt._id, answers);
      set({ ...run, answers });
    },
    /** Checks the clock, for example after the tab woke up. */
    look,
    /** Submits before the time is up. @returns the result; null if there is none (yet) or it was already submitted. */
    submit: async (): Promise<QuizAttempt | null> => {
      if (run.is !== 'running' || run.isSubmitting) return null;
      const result = await send();
      // The time may have run out while it was sent: then View Results shows it.
      if (result === null || current().is !== 'running') return null;
      finish(result, false);
      return result;
    },
    /** Shows the result after the time was up. @returns the result; null if it could not be fetched. */
    view: async (): Promise<QuizAttempt | null> => {
      if (run.is !== 'time-up') return null;
      const result = run.result ?? (await send());
      if (result === null || current().is !== 'time-up') return null;
      finish(result, false);
      return result;
    },
    /**
     * Handles a live update about an attempt. An attempt that was submitted in another tab ends here too. While this tab is
     * submitting, its own answer decides.
     */
    hear: (attempt: QuizAttempt): void => {
      if (run.is === 'idle' || run.attempt._id !== attempt._id) return;
      if (run.is === 'finished') set({ ...run, attempt });
      else if (run.isSubmitting) return;
      else if (run.is === 'running') finish(attempt, true);
      else set({ ...run, result: attempt, problem: null });
    },
    /** Leaves the attempt. */
    leave: (): void => {
      stopClock();
      if (isOpen(run)) around.clearAnswers();
      set({ is: 'idle' });
    },
  };
};

export type QuizRunner = ReturnType<typeof createQuizRunner>;
