import { beforeEach, expect, test } from 'vitest';
import type { TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import type { QuizAnswers } from '../../../domains/quizzes/quiz-actions.ts';
import { createQuizRunner, type Run } from './create-quiz-runner.ts';
import { secondsUntil, spokenTime, untilNextSecond, urgencyOf } from './time-left.ts';

const start = Date.UTC(2026, 0, 1, 12);
const attempt = (id = 'quiz-1', change: Partial<TimedQuizAttempt> = {}) =>
  ({
    _id: id,
    kind: 'mcq',
    status: 'running',
    startedAt: new Date(start).toISOString(),
    deadline: new Date(start + 60_000).toISOString(),
    score: null,
    ...change,
  }) as TimedQuizAttempt;
const result = (id = 'quiz-1') => attempt(id, { status: 'finished', score: 3 });

/** A runner with a fake clock and a server whose answers the test controls. */
const machine = () => {
  let now = start;
  let timers: { at: number; then: () => void }[] = [];
  const kept = new Map<string, QuizAnswers>();
  const asked: { id: string; answers: QuizAnswers; answer: PromiseWithResolvers<TimedQuizAttempt> }[] = [];
  const seen: string[] = [];
  const runner = createQuizRunner({
    now: () => now,
    after: (ms, then) => {
      const timer = { at: now + ms, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    submit: (id, answers) => {
      const answer = Promise.withResolvers<TimedQuizAttempt>();
      asked.push({ id, answers, answer });
      return answer.promise;
    },
    isTransient: (error) => error === 'offline',
    storeAnswers: (id, answers) => kept.set(id, answers),
    loadAnswers: (id) => kept.get(id) ?? {},
    clearAnswers: () => kept.clear(),
    onTimeUp: () => seen.push('time up'),
    onResult: () => seen.push('result'),
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    runner,
    asked,
    kept,
    seen,
    settle,
    /** Advances the clock and fires due timers. */
    pass: async (ms: number) => {
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
    /** Advances the clock without firing timers, as on a sleeping device. */
    sleep: (ms: number) => {
      now += ms;
    },
  };
};

let at: ReturnType<typeof machine>;
beforeEach(() => {
  at = machine();
});
const secondsOf = (run: Run) => (run.is === 'running' ? run.seconds : null);

test('counts down by the server’s clock, even if the local clock is wrong', async () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: -5_000 });
  expect(secondsOf(at.runner.now())).toBe(65);
  at.runner.leave();
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 250 });
  expect(secondsOf(at.runner.now())).toBe(60);
  const shown: (number | null)[] = [];
  at.runner.subscribe(() => shown.push(secondsOf(at.runner.now())));
  await at.pass(3_000);
  expect(shown).toEqual([59, 58, 57]);
});

test('submits the answers once when the time is up, and shows the result on request', async () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  at.runner.answer('c1', 2);
  at.runner.answer('c2', 0);
  at.runner.answer('c1', null);
  await at.pass(60_000);
  expect(at.runner.now().is).toBe('time-up');
  expect(at.asked.map(({ answers }) => answers)).toEqual([{ c2: 0 }]);
  at.runner.answer('c3', 1);
  const viewed = at.runner.view();
  at.asked[0]?.answer.resolve(result());
  expect(await viewed).toEqual(result());
  expect(at.runner.now()).toEqual({ is: 'finished', attempt: result(), elsewhere: false });
  expect(at.asked).toHaveLength(1);
  expect(at.seen[0]).toBe('time up');
});

test('ends the quiz when a sleeping tab wakes after the deadline', async () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  await at.pass(10_000);
  at.sleep(3_600_000);
  expect(secondsOf(at.runner.now())).toBe(50);
  at.runner.look();
  expect(at.runner.now().is).toBe('time-up');
});

test('a tab without answers lets other tabs submit first when the time is up', async () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  await at.pass(61_000);
  expect(at.runner.now().is).toBe('time-up');
  expect(at.asked).toHaveLength(0);
  at.runner.hear(result());
  await at.pass(5_000);
  expect(at.asked).toHaveLength(0);
  expect(await at.runner.view()).toEqual(result());
  at.runner.begin({
    attempt: attempt('quiz-2', { deadline: new Date(start + 70_000).toISOString() }),
    clockOffsetMs: 0,
  });
  await at.pass(5_000);
  at.runner.look();
  await at.pass(1_500);
  expect(at.asked.map(({ id, answers }) => ({ id, answers }))).toEqual([{ id: 'quiz-2', answers: {} }]);
});

test('submits only once, and freezes the submitted answers', async () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  at.runner.answer('c1', 1);
  const both = [at.runner.submit(), at.runner.submit()];
  at.runner.answer('c1', 3);
  expect(at.asked.map(({ answers }) => answers)).toEqual([{ c1: 1 }]);
  at.asked[0]?.answer.resolve(result());
  expect(await Promise.all(both)).toEqual([result(), null]);
  expect(at.kept.size).toBe(0);
});

test('retries without a connection until there is an answer, even after the deadline', async () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  await at.pass(58_000);
  const submitted = at.runner.submit();
  at.asked[0]?.answer.reject('offline');
  await at.settle();
  expect(at.runner.now()).toMatchObject({ is: 'running', isSubmitting: true, isOffline: true });
  await at.pass(500);
  at.asked[1]?.answer.reject('offline');
  await at.pass(2_000);
  expect(at.runner.now()).toMatchObject({ is: 'time-up', isSubmitting: true });
  expect(at.asked).toHaveLength(3);
  at.asked[2]?.answer.resolve(result());
  expect(await submitted).toBeNull();
  await at.settle();
  expect(at.runner.now()).toMatchObject({ is: 'time-up', result: result(), isSubmitting: false });
  expect(await at.runner.view()).toEqual(result());
});

test('shows a refusal and allows another try before the deadline', async () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  const first = at.runner.submit();
  at.asked[0]?.answer.reject('refused');
  expect(await first).toBeNull();
  expect(at.runner.now()).toMatchObject({ is: 'running', isSubmitting: false, problem: 'refused' });
  const second = at.runner.submit();
  at.asked[1]?.answer.resolve(result());
  expect(await second).toEqual(result());
});

test('restores the answers of the same attempt after a reload', () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  at.runner.answer('w1', 'Because');
  const reloaded = machine();
  for (const [id, answers] of at.kept) reloaded.kept.set(id, answers);
  reloaded.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  expect(reloaded.runner.now()).toMatchObject({ answers: { w1: 'Because' } });
  reloaded.runner.begin({ attempt: attempt('quiz-2'), clockOffsetMs: 0 });
  expect(reloaded.runner.now()).toMatchObject({ answers: {} });
});

test('ends an attempt that another tab submitted, but ignores the live update of its own submission', async () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  at.runner.hear(result('quiz-2'));
  expect(at.runner.now().is).toBe('running');
  const submitted = at.runner.submit();
  at.runner.hear(result());
  expect(at.runner.now().is).toBe('running');
  at.asked[0]?.answer.resolve(result());
  await submitted;
  at.runner.begin({ attempt: attempt('quiz-2'), clockOffsetMs: 0 });
  at.runner.hear(result('quiz-2'));
  expect(at.runner.now()).toMatchObject({ is: 'finished', elsewhere: true });
});

test('ignores an answer for an attempt that was left', async () => {
  at.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  const submitted = at.runner.submit();
  at.runner.leave();
  at.runner.begin({ attempt: attempt('quiz-2'), clockOffsetMs: 0 });
  at.asked[0]?.answer.resolve(result());
  expect(await submitted).toBeNull();
  expect(at.runner.now()).toMatchObject({ is: 'running', attempt: { _id: 'quiz-2' } });
});

test('updates the shown result when marks arrive', async () => {
  at.runner.begin({ attempt: result(), clockOffsetMs: 0 });
  at.runner.hear({ ...result(), score: 40 });
  expect(at.runner.now()).toEqual({ is: 'finished', attempt: { ...result(), score: 40 }, elsewhere: false });
});

test('rounds seconds up, turns amber at 20 and red at 10, and speaks at 30 and 10', () => {
  expect([60_000, 59_999, 1, 0, -5].map((left) => secondsUntil(left, 0))).toEqual([60, 60, 1, 0, 0]);
  expect([60_000, 59_400, 0, -5].map((left) => untilNextSecond(left, 0))).toEqual([1_000, 400, 0, 0]);
  expect([21, 20, 11, 10, 0].map(urgencyOf)).toEqual(['plenty', 'soon', 'soon', 'now', 'now']);
  const spoken = Array.from({ length: 61 }, (_, index) => spokenTime(60 - index));
  expect(spoken.filter((text, index) => text !== spoken[index - 1])).toEqual([
    null,
    '30 seconds left',
    '10 seconds left',
    null,
  ]);
});
