import { beforeEach, expect, test } from 'vitest';
import type { Run } from './create-quiz-runner.ts';
import { attempt, createTestRunner, result, start } from './testing/test-runner.ts';
import { computeMsUntilNextSecond, computeSecondsUntil, describeTimeLeft, getUrgency } from './time-left.ts';

let context: ReturnType<typeof createTestRunner>;
beforeEach(() => {
  context = createTestRunner();
});
const secondsLeft = (run: Run) => (run.status === 'running' ? run.seconds : null);

test('counts down by the server’s clock, even if the local clock is wrong', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: -5_000 });
  expect(secondsLeft(context.runner.current())).toBe(65);
  context.runner.leave();
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 250 });
  expect(secondsLeft(context.runner.current())).toBe(60);
  const countdown: (number | null)[] = [];
  context.runner.subscribe(() => countdown.push(secondsLeft(context.runner.current())));
  await context.advance(3_000);
  expect(countdown).toEqual([59, 58, 57]);
});

test('submits the answers once when the time is up, and shows the result on request', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 2);
  context.runner.setAnswer('c2', 0);
  context.runner.setAnswer('c1', null);
  await context.advance(60_000);
  expect(context.runner.current().status).toBe('time-up');
  expect(context.submissions.map(({ answers }) => answers)).toEqual([{ c2: 0 }]);
  context.runner.setAnswer('c3', 1);
  const viewed = context.runner.viewResult();
  context.submissions[0]?.answer.resolve(result());
  expect(await viewed).toEqual(result());
  expect(context.runner.current()).toEqual({
    status: 'finished',
    attempt: result(),
    wasSubmittedElsewhere: false,
  });
  expect(context.submissions).toHaveLength(1);
  expect(context.calls[0]).toBe('time up');
});

test('ends the quiz when a sleeping tab wakes after the deadline', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  await context.advance(10_000);
  context.sleep(3_600_000);
  expect(secondsLeft(context.runner.current())).toBe(50);
  context.runner.checkClock();
  expect(context.runner.current().status).toBe('time-up');
});

test.each([-3_600_000, 3_600_000])(
  'counts down as before if the device’s clock is changed by %i ms',
  async (change) => {
    context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
    await context.advance(10_000);
    context.setDeviceClock(change);
    await context.advance(2_000);
    context.fetched[0]?.resolve(attempt());
    await context.settle();
    await context.advance(3_000);
    expect(secondsLeft(context.runner.current())).toBe(45);
    // A clock that was set back is not a sign of a sleep, so the server is not asked.
    expect(context.fetched).toHaveLength(change > 0 ? 1 : 0);
  },
);

test('asks the server for the remaining time after a sleep during which the tab’s clock had stopped', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  await context.advance(10_000);
  context.sleepWithStoppedClock(20_000);
  context.runner.checkClock();
  // Until the server answers, a sleep is assumed.
  expect(secondsLeft(context.runner.current())).toBe(30);
  context.fetched[0]?.resolve(attempt());
  await context.settle();
  expect(secondsLeft(context.runner.current())).toBe(30);
  // The device sleeps again while the server is asked.
  context.sleepWithStoppedClock(5_000);
  context.runner.checkClock();
  context.sleepWithStoppedClock(5_000);
  context.fetched[1]?.resolve(attempt());
  await context.settle();
  context.fetched[2]?.resolve(attempt());
  await context.settle();
  expect(secondsLeft(context.runner.current())).toBe(20);
  expect(context.fetched).toHaveLength(3);
});

test('counts a sleep after the device’s clock was set back', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  await context.advance(10_000);
  context.setDeviceClock(-3_600_000);
  await context.advance(1_000);
  context.sleepWithStoppedClock(20_000);
  context.runner.checkClock();
  expect(secondsLeft(context.runner.current())).toBe(29);
  expect(context.fetched).toHaveLength(1);
});

test('submits one second after the deadline if the server does not say in time how much time is left', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 2);
  context.sleepWithStoppedClock(55_000);
  context.runner.checkClock();
  await context.advance(5_999);
  expect(context.runner.current()).toMatchObject({ status: 'running', seconds: 0 });
  expect(context.submissions).toHaveLength(0);
  await context.advance(1);
  expect(context.runner.current().status).toBe('time-up');
  context.fetched[0]?.resolve(attempt());
  await context.settle();
  expect(context.submissions.map(({ answers }) => answers)).toEqual([{ c1: 2 }]);
});

test('submits at once if the device wakes up between one second after the deadline and the end of the grace period', () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 2);
  context.sleepWithStoppedClock(62_500);
  context.runner.checkClock();
  expect(context.submissions.map(({ answers }) => answers)).toEqual([{ c1: 2 }]);
});

test.each([
  ['goes on if only the clock was set', 0],
  ['ends the quiz if the device has slept', 3_600_000],
])('asks the server until it answers if the grace period seems to be over, and %s', async (_, sleptMs) => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 2);
  await context.advance(10_000);
  if (sleptMs > 0) context.sleepWithStoppedClock(sleptMs);
  else context.setDeviceClock(3_600_000);
  context.runner.checkClock();
  context.fetched[0]?.reject('offline');
  await context.settle();
  await context.advance(500);
  context.fetched[1]?.reject('offline');
  await context.settle();
  await context.advance(1_000);
  expect(context.runner.current()).toMatchObject({ status: 'running', seconds: 0 });
  expect(context.submissions).toHaveLength(0);
  context.fetched[2]?.resolve(attempt());
  await context.settle();
  expect(context.runner.current()).toMatchObject(
    sleptMs > 0 ? { status: 'time-up' } : { status: 'running', seconds: 49 },
  );
});

test('submits at the deadline if the device’s clock was set forward and the server does not answer', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 2);
  await context.advance(52_000);
  context.setDeviceClock(3_600_000);
  await context.advance(7_999);
  expect(context.submissions).toHaveLength(0);
  await context.advance(1);
  expect(context.submissions.map(({ answers }) => answers)).toEqual([{ c1: 2 }]);
});

test('assumes a sleep if the server refuses to say how much time is left', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 2);
  context.sleepWithStoppedClock(3_600_000);
  context.runner.checkClock();
  expect(context.runner.current().status).toBe('running');
  context.fetched[0]?.reject('no such quiz');
  await context.settle();
  expect(context.runner.current().status).toBe('time-up');
});

test('ignores the server’s answer about the remaining time if the attempt was left and begun again in the meantime', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.sleepWithStoppedClock(20_000);
  context.runner.checkClock();
  context.runner.leave();
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 20_000 });
  context.fetched[0]?.resolve(attempt('quiz-1', { deadline: new Date(start + 90_000).toISOString() }));
  await context.settle();
  expect(secondsLeft(context.runner.current())).toBe(40);
});

test('lets other tabs submit first when the time is up and this tab has no answers, and submits after the grace period if none has', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  await context.advance(61_000);
  expect(context.runner.current().status).toBe('time-up');
  expect(context.submissions).toHaveLength(0);
  // Answers that another tab sends still count until the grace period ends.
  await context.advance(2_000);
  expect(context.submissions).toHaveLength(0);
  context.runner.handleUpdate(result());
  await context.advance(5_000);
  expect(context.submissions).toHaveLength(0);
  expect(await context.runner.viewResult()).toEqual(result());
  context.runner.begin({
    attempt: attempt('quiz-2', { deadline: new Date(start + 72_000).toISOString() }),
    clockOffsetMs: 0,
  });
  await context.advance(5_000);
  context.runner.checkClock();
  await context.advance(2_000);
  expect(context.submissions).toHaveLength(0);
  await context.advance(1_000);
  expect(context.submissions.map(({ id, answers }) => ({ id, answers }))).toEqual([
    { id: 'quiz-2', answers: {} },
  ]);
});

test('submits only once, and freezes the submitted answers', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 1);
  const both = [context.runner.submit(), context.runner.submit()];
  context.runner.setAnswer('c1', 3);
  expect(context.runner.current()).toMatchObject({ answers: { c1: 1 } });
  expect(context.submissions.map(({ answers }) => answers)).toEqual([{ c1: 1 }]);
  context.submissions[0]?.answer.resolve(result());
  expect(await Promise.all(both)).toEqual([result(), null]);
  expect(context.stored.size).toBe(0);
});

test('without a connection, retries the submission until the server answers, even after the deadline', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  await context.advance(58_000);
  const submitted = context.runner.submit();
  context.submissions[0]?.answer.reject('offline');
  await context.settle();
  expect(context.runner.current()).toMatchObject({ status: 'running', isSubmitting: true, isRetrying: true });
  await context.advance(500);
  context.submissions[1]?.answer.reject('offline');
  await context.advance(2_000);
  expect(context.runner.current()).toMatchObject({ status: 'time-up', isSubmitting: true });
  expect(context.submissions).toHaveLength(3);
  context.submissions[2]?.answer.resolve(result());
  expect(await submitted).toBeNull();
  await context.settle();
  expect(context.runner.current()).toMatchObject({
    status: 'time-up',
    result: result(),
    isSubmitting: false,
  });
  expect(await context.runner.viewResult()).toEqual(result());
});

test('shows a refusal and allows another submission before the deadline', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  const first = context.runner.submit();
  context.submissions[0]?.answer.reject('refused');
  expect(await first).toBeNull();
  expect(context.runner.current()).toMatchObject({
    status: 'running',
    isSubmitting: false,
    problem: 'refused',
  });
  const second = context.runner.submit();
  context.submissions[1]?.answer.resolve(result());
  expect(await second).toEqual(result());
});

test('restores the answers of the same attempt after a reload', () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('w1', 'Because');
  const findAnswersAfterReload = (id: string) => {
    const reloaded = createTestRunner();
    for (const [storedId, answers] of context.stored) reloaded.stored.set(storedId, answers);
    reloaded.runner.begin({ attempt: attempt(id), clockOffsetMs: 0 });
    const run = reloaded.runner.current();
    return run.status === 'running' ? run.answers : null;
  };
  expect(findAnswersAfterReload('quiz-1')).toEqual({ w1: 'Because' });
  expect(findAnswersAfterReload('quiz-2')).toEqual({});
});

test('ends an attempt that another tab submitted, but ignores the live update about this tab’s own submission', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.handleUpdate(result('quiz-2'));
  expect(context.runner.current().status).toBe('running');
  const submitted = context.runner.submit();
  context.runner.handleUpdate(result());
  expect(context.runner.current().status).toBe('running');
  context.submissions[0]?.answer.resolve(result());
  await submitted;
  context.runner.begin({ attempt: attempt('quiz-2'), clockOffsetMs: 0 });
  context.runner.handleUpdate(result('quiz-2'));
  expect(context.runner.current()).toMatchObject({ status: 'finished', wasSubmittedElsewhere: true });
});

test('ignores the server’s answer for an attempt that the student has left', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  const submitted = context.runner.submit();
  context.runner.leave();
  context.runner.begin({ attempt: attempt('quiz-2'), clockOffsetMs: 0 });
  context.submissions[0]?.answer.resolve(result());
  expect(await submitted).toBeNull();
  expect(context.runner.current()).toMatchObject({ status: 'running', attempt: { _id: 'quiz-2' } });
});

test('an attempt whose start was answered late does not replace the one that the student is taking', async () => {
  context.runner.begin({ attempt: attempt('quiz-2'), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 2);
  context.runner.begin({ attempt: attempt('quiz-1'), clockOffsetMs: 0 });
  await context.advance(60_000);
  expect(context.submissions.map(({ id, answers }) => [id, answers])).toEqual([['quiz-2', { c1: 2 }]]);
});

test('updates the shown result when marks arrive', async () => {
  context.runner.begin({ attempt: result(), clockOffsetMs: 0 });
  context.runner.handleUpdate({ ...result(), score: 40 });
  expect(context.runner.current()).toEqual({
    status: 'finished',
    attempt: { ...result(), score: 40 },
    wasSubmittedElsewhere: false,
  });
});

test('rounds the remaining seconds up, turns amber at 20 and red at 10, and announces 30 and 10', () => {
  expect([60_000, 59_999, 1, 0, -5].map((left) => computeSecondsUntil(left, 0))).toEqual([60, 60, 1, 0, 0]);
  expect([60_000, 59_400, 0, -5].map((left) => computeMsUntilNextSecond(left, 0))).toEqual([
    1_000, 400, 0, 0,
  ]);
  expect([21, 20, 11, 10, 0].map(getUrgency)).toEqual(['plenty', 'soon', 'soon', 'now', 'now']);
  const spoken = Array.from({ length: 61 }, (_, index) => describeTimeLeft(60 - index));
  expect(spoken.filter((text, index) => text !== spoken[index - 1])).toEqual([
    null,
    '30 seconds left',
    '10 seconds left',
    null,
  ]);
});
