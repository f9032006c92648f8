import type { TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import type { QuizAnswers } from '../../../../domains/quizzes/quiz-actions.ts';
import { createQuizRunner } from '../create-quiz-runner.ts';

/** When the attempts of the tests start. */
export const start = Date.UTC(2026, 0, 1, 12);
/** Returns an attempt that runs for a minute from `start`. */
export const attempt = (id = 'quiz-1', change: Partial<TimedQuizAttempt> = {}) =>
  ({
    _id: id,
    kind: 'mcq',
    status: 'running',
    startedAt: new Date(start).toISOString(),
    deadline: new Date(start + 60_000).toISOString(),
    score: null,
    ...change,
  }) as TimedQuizAttempt;
/** Returns the same attempt, finished. */
export const result = (id = 'quiz-1') => attempt(id, { status: 'finished', score: 3 });

/** Creates a runner with fake clocks and a server whose answers the test controls. */
export const createTestRunner = () => {
  /** The tab's clock. */
  let now = start;
  /** How far the other clocks are ahead of the tab's clock. */
  let deviceLead = 0;
  let serverLead = 0;
  let timers: { at: number; then: () => void }[] = [];
  const stored = new Map<string, QuizAnswers>();
  const submissions: { id: string; answers: QuizAnswers; answer: PromiseWithResolvers<TimedQuizAttempt> }[] =
    [];
  const fetched: PromiseWithResolvers<TimedQuizAttempt>[] = [];
  const calls: string[] = [];
  const runner = createQuizRunner({
    now: () => now,
    deviceTime: () => now + deviceLead,
    after: (ms, then) => {
      const timer = { at: now + ms, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    submit: (id, answers) => {
      const answer = Promise.withResolvers<TimedQuizAttempt>();
      submissions.push({ id, answers, answer });
      return answer.promise;
    },
    fetch: async () => {
      const answer = Promise.withResolvers<TimedQuizAttempt>();
      fetched.push(answer);
      return { attempt: await answer.promise, clockOffsetMs: serverLead };
    },
    isTransient: (error) => error === 'offline',
    isNotFound: (error) => error === 'no such quiz',
    storeAnswers: (id, answers) => stored.set(id, answers),
    loadAnswers: (id) => stored.get(id) ?? {},
    clearAnswers: () => stored.clear(),
    onTimeUp: () => calls.push('time up'),
    onNotFound: () => calls.push('not found'),
    onResult: () => calls.push('result'),
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    runner,
    submissions,
    fetched,
    stored,
    calls,
    settle,
    /** Advances the clock and fires due timers. */
    advance: async (ms: number) => {
      const end = now + ms;
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        now = due.at;
        timers = timers.filter((other) => other !== due);
        due.then();
        await settle();
      }
      now = end;
    },
    /** Advances the clocks without firing timers, as on a sleeping device. */
    sleep: (ms: number) => {
      now += ms;
    },
    /** Like {@link sleep}, but in a browser in which the tab's clock stops while the device sleeps. */
    sleepWithStoppedClock: (ms: number) => {
      deviceLead += ms;
      serverLead += ms;
    },
    /** Sets the device's clock. */
    setDeviceClock: (changeMs: number) => {
      deviceLead += changeMs;
    },
  };
};
