import { type QuizAttempt, quizGraceSeconds, type TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import type { AttemptWithClockOffset, QuizAnswers } from '../../../domains/quizzes/quiz-actions.ts';
import { findAnswerProblem, keepAcceptable } from './answer-problem.ts';
import { createDeadlineClock, type DeadlineClockDependencies } from './create-deadline-clock.ts';
import { createSubmitter } from './create-submitter.ts';

export type Running = {
  status: 'running';
  attempt: TimedQuizAttempt;
  answers: QuizAnswers;
  /** The remaining time, in whole seconds. */
  seconds: number;
  /** The answers were submitted or the result is being fetched, and the server has not responded yet. */
  isSubmitting: boolean;
  /** The last try to submit the answers had a transient failure, and another try follows. */
  isRetrying: boolean;
  /** The error of the last submission, or of the request for the result after it; null if there was none. */
  problem: unknown;
};
export type TimeUp = Omit<Running, 'status' | 'seconds'> & { status: 'time-up'; result: QuizAttempt | null };
export type Run =
  | { status: 'idle' }
  | Running
  | TimeUp
  /** `wasSubmittedElsewhere`: the attempt was submitted in another tab or on another device. */
  | { status: 'finished'; attempt: QuizAttempt; wasSubmittedElsewhere: boolean };

export type RunnerDependencies = DeadlineClockDependencies & {
  submit: (id: string, answers: QuizAnswers) => Promise<TimedQuizAttempt>;
  /** Whether the error says that the attempt does not exist. */
  isNotFound: (error: unknown) => boolean;
  storeAnswers: (id: string, answers: QuizAnswers) => void;
  loadAnswers: (id: string) => QuizAnswers;
  clearAnswers: () => void;
  onTimeUp: () => void;
  /** Called after the runner has left an attempt that no longer exists. */
  onNotFound: () => void;
  onResult: (result: TimedQuizAttempt) => void;
};

/**
 * When the time is up, a tab without answers waits this long before it submits, because only the first submission counts and another
 * tab or device may still be sending answers. The delay is longer than the server's grace period, after which answers no longer count.
 */
const submitDelayWithoutAnswersMs = (quizGraceSeconds + 1) * 1_000;

/** Returns whether the run has an attempt whose result is not shown yet. */
const isOpen = (run: Run): run is Running | TimeUp => run.status === 'running' || run.status === 'time-up';

/**
 * Runs one quiz attempt from its start to its result, even while other pages are shown. States:
 *
 *   idle ──begin──▶ running ──time is up──▶ time-up ──view──▶ finished
 *                      └───────submit, or submitted elsewhere───▶ finished
 *   finished ──begin another attempt──▶ running
 *   idle, finished ──begin an attempt that has ended──▶ finished
 *   any state ──leave──▶ idle
 *   time-up ──view, and the attempt no longer exists──▶ idle
 *
 * `create-deadline-clock.ts` says when the time is up, if possible before the server's grace period ends. Then the answers are submitted
 * automatically, without those that the server would refuse. A tab without answers submits after the grace period.
 */
export const createQuizRunner = (dependencies: RunnerDependencies) => {
  let run: Run = { status: 'idle' };
  let cancelSubmission = () => {};
  const listeners = new Set<() => void>();

  /** Returns the current run. Needed after an `await`, where the compiler assumes that `run` still has its earlier status. */
  const current = (): Run => run;
  const setRun = (next: Run): void => {
    run = next;
    for (const listener of [...listeners]) listener();
  };
  /** Changes the run if it still belongs to this attempt. */
  const updateRun = (id: string, update: (open: Running | TimeUp) => Run): void => {
    if (isOpen(run) && run.attempt._id === id) setRun(update(run));
  };
  const finish = (attempt: QuizAttempt, wasSubmittedElsewhere: boolean): void => {
    stopTimers();
    dependencies.clearAnswers();
    setRun({ status: 'finished', attempt, wasSubmittedElsewhere });
  };

  const submitOnce = createSubmitter(dependencies);
  /** Submits the answers. @returns the result; null if the submission failed or the attempt is no longer open. */
  const send = async (): Promise<TimedQuizAttempt | null> => {
    if (!isOpen(run)) return null;
    const { attempt } = run;
    const id = attempt._id;
    const answers = keepAcceptable(run.answers);
    updateRun(id, (open) => ({ ...open, isSubmitting: true, problem: null }));
    try {
      const result = await submitOnce(id, answers, () =>
        updateRun(id, (open) => ({ ...open, isRetrying: true })),
      );
      dependencies.onResult(result);
      updateRun(id, (open) => ({ ...open, isSubmitting: false, isRetrying: false }));
      const latest = current();
      return isOpen(latest) && latest.attempt._id === id ? result : null;
    } catch (problem) {
      updateRun(id, (open) => ({ ...open, isSubmitting: false, isRetrying: false, problem }));
      return null;
    }
  };

  const submitAfterDeadline = (id: string): void => {
    if (run.status !== 'time-up' || run.attempt._id !== id || run.result) return;
    void send().then((result) => {
      if (result) updateRun(id, (open) => (open.status === 'time-up' ? { ...open, result } : open));
    });
  };

  const handleTimeUp = (): void => {
    if (run.status !== 'running') return;
    const { seconds: _, ...rest } = run;
    setRun({ ...rest, status: 'time-up', result: null });
    dependencies.onTimeUp();
    const answers = keepAcceptable(rest.answers);
    if (rest.isSubmitting || Object.keys(answers).length > 0) submitAfterDeadline(rest.attempt._id);
    else
      cancelSubmission = dependencies.after(submitDelayWithoutAnswersMs, () =>
        submitAfterDeadline(rest.attempt._id),
      );
  };

  const clock = createDeadlineClock(dependencies, {
    second: (seconds) => {
      if (run.status === 'running' && run.seconds !== seconds) setRun({ ...run, seconds });
    },
    timeUp: handleTimeUp,
  });
  const stopTimers = (): void => {
    clock.stop();
    cancelSubmission();
  };

  const leave = (): void => {
    stopTimers();
    if (isOpen(run)) dependencies.clearAnswers();
    setRun({ status: 'idle' });
  };

  /** Returns the run if the time of this attempt is up. */
  const findTimeUp = (id: string): TimeUp | null =>
    run.status === 'time-up' && run.attempt._id === id ? run : null;

  /**
   * Fetches the result of an attempt whose answers the server has refused, because the server would refuse them again. Leaves the
   * attempt if it no longer exists. @returns the result; null if there is none yet, if the server has not refused the answers, or if the
   * request fails.
   */
  const fetchAfterRefusal = async (id: string): Promise<QuizAttempt | null> => {
    const refused = findTimeUp(id);
    if (refused === null || dependencies.isTransient(refused.problem)) return null;
    updateRun(id, (open) => ({ ...open, isSubmitting: true }));
    try {
      const { attempt } = await dependencies.fetch(id);
      if (attempt.status !== 'finished') return null;
      dependencies.onResult(attempt);
      return attempt;
    } catch (problem) {
      if (!dependencies.isNotFound(problem)) updateRun(id, (open) => ({ ...open, problem }));
      else if (findTimeUp(id) !== null) {
        leave();
        dependencies.onNotFound();
      }
      return null;
    } finally {
      updateRun(id, (open) => ({ ...open, isSubmitting: false }));
    }
  };

  return {
    current,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Begins a new attempt, or resumes one after a reload. An attempt that has already ended is shown as finished. While another attempt is
     * open, this does nothing: the start was answered late, and the student has gone on to another quiz, whose answers must not be lost. After
     * that quiz, Start Quiz on the page of the course resumes the attempt, if it has time left and the student selects the same kind of quiz.
     * @returns whether the attempt is shown.
     */
    begin: (started: AttemptWithClockOffset): boolean => {
      const { attempt } = started;
      if (isOpen(run)) return false;
      if (attempt.status === 'finished') {
        finish(attempt, false);
        return true;
      }
      const seconds = clock.start(started);
      const answers = dependencies.loadAnswers(attempt._id);
      setRun({
        status: 'running',
        attempt,
        answers,
        seconds,
        isSubmitting: false,
        isRetrying: false,
        problem: null,
      });
      clock.check();
      return true;
    },
    /** Sets an answer: an option's index or a text; null or '' clears it. */
    setAnswer: (questionId: string, value: number | string | null): void => {
      if (run.status !== 'running' || run.isSubmitting) return;
      const { [questionId]: _, ...others } = run.answers;
      const answers = value === null || value === '' ? others : { ...others, [questionId]: value };
      dependencies.storeAnswers(run.attempt._id, answers);
      setRun({ ...run, answers });
    },
    /** Compares the deadline with the clock, for example when the tab wakes up. */
    checkClock: clock.check,
    /**
     * Submits before the time is up, unless the student can still correct an answer that the server would refuse.
     * @returns the result; null if nothing was submitted, if the submission failed or is already in progress, or if the time is up.
     */
    submit: async (): Promise<QuizAttempt | null> => {
      if (run.status !== 'running' || run.isSubmitting) return null;
      if (Object.values(run.answers).some((answer) => findAnswerProblem(answer) !== null)) return null;
      const result = await send();
      // The time may have run out in the meantime. Then the View Results button shows the result.
      if (result === null || current().status !== 'running') return null;
      finish(result, false);
      return result;
    },
    /** Shows the result after the time is up. @returns the result; null if there is none to show. */
    viewResult: async (): Promise<QuizAttempt | null> => {
      if (run.status !== 'time-up') return null;
      const { _id: id } = run.attempt;
      const result = run.result ?? (await send()) ?? (await fetchAfterRefusal(id));
      if (result === null || findTimeUp(id) === null) return null;
      finish(result, false);
      return result;
    },
    /**
     * Handles a live update about an attempt. An attempt that was submitted in another tab ends in this tab, too. While this
     * tab submits answers itself, the update is ignored, because the server's answer follows.
     */
    handleUpdate: (attempt: QuizAttempt): void => {
      if (run.status === 'idle' || run.attempt._id !== attempt._id) return;
      if (run.status === 'finished') setRun({ ...run, attempt });
      else if (run.isSubmitting) return;
      else if (run.status === 'running') finish(attempt, true);
      else setRun({ ...run, result: attempt, problem: null });
    },
    leave,
  };
};
