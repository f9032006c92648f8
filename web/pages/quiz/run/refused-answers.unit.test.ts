import { beforeEach, expect, test } from 'vitest';
import { attempt, createTestRunner, result } from './testing/test-runner.ts';

let context: ReturnType<typeof createTestRunner>;
beforeEach(() => {
  context = createTestRunner();
});

/** A text that the server refuses: 31 accents on one letter. */
const tooManyAccents = `e${'\u0301'.repeat(31)}`;

test('when the time is up, submits the answers without those that the server would refuse', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('w1', 'Because');
  context.runner.setAnswer('w2', tooManyAccents);
  expect(await context.runner.submit()).toBeNull();
  expect(context.submissions).toHaveLength(0);
  await context.advance(60_000);
  expect(context.submissions.map(({ answers }) => answers)).toEqual([{ w1: 'Because' }]);
});

test('submits nothing before the grace period ends if the server would refuse all answers', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('w1', tooManyAccents);
  await context.advance(63_000);
  expect(context.submissions).toHaveLength(0);
  await context.advance(1_000);
  expect(context.submissions.map(({ answers }) => answers)).toEqual([{}]);
});

/** Answers one question and waits until the time is up. The server refuses the answers, and refuses them again when the student asks for the result. */
const viewRefusedResult = async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 1);
  await context.advance(60_000);
  context.submissions.at(-1)?.answer.reject('refused');
  await context.settle();
  const viewed = context.runner.viewResult();
  context.submissions.at(-1)?.answer.reject('refused');
  await context.settle();
  return viewed;
};

test('shows the result of an ended attempt whose answers the server refuses', async () => {
  const viewed = viewRefusedResult();
  await expect.poll(() => context.fetched.length).toBe(1);
  context.fetched[0]?.resolve(result());
  expect(await viewed).toEqual(result());
  expect(context.runner.current()).toMatchObject({ status: 'finished', attempt: result() });
});

test('keeps an attempt that has not ended on the server yet, and asks again for its result', async () => {
  const viewed = viewRefusedResult();
  await expect.poll(() => context.fetched.length).toBe(1);
  context.fetched[0]?.resolve(attempt());
  expect(await viewed).toBeNull();
  expect(context.runner.current()).toMatchObject({ status: 'time-up', problem: 'refused' });
  const viewedAgain = context.runner.viewResult();
  context.submissions.at(-1)?.answer.reject('refused');
  await expect.poll(() => context.fetched.length).toBe(2);
  context.fetched[1]?.resolve(result());
  expect(await viewedAgain).toEqual(result());
});

test('is busy until the result is fetched after a refusal, and shows why it could not be fetched', async () => {
  const viewed = viewRefusedResult();
  await expect.poll(() => context.fetched.length).toBe(1);
  expect(context.runner.current()).toMatchObject({ status: 'time-up', isSubmitting: true });
  context.fetched[0]?.reject('offline');
  expect(await viewed).toBeNull();
  expect(context.runner.current()).toMatchObject({
    status: 'time-up',
    isSubmitting: false,
    problem: 'offline',
  });
});

test('leaves an attempt that the server no longer knows', async () => {
  const viewed = viewRefusedResult();
  await expect.poll(() => context.fetched.length).toBe(1);
  context.fetched[0]?.reject('no such quiz');
  expect(await viewed).toBeNull();
  expect(context.calls).toContain('not found');
  expect(context.runner.current()).toEqual({ status: 'idle' });
  expect(context.stored.size).toBe(0);
});

test('fetches no result while the server cannot be reached', async () => {
  context.runner.begin({ attempt: attempt(), clockOffsetMs: 0 });
  context.runner.setAnswer('c1', 1);
  await context.advance(60_000);
  /** Fails all tries of one submission. */
  const failSubmission = async () => {
    for (let tries = 0; tries < 30; tries += 1) {
      context.submissions.at(-1)?.answer.reject('offline');
      await context.settle();
      await context.advance(4_000);
    }
  };
  await failSubmission();
  const viewed = context.runner.viewResult();
  await failSubmission();
  expect(await viewed).toBeNull();
  expect(context.submissions).toHaveLength(60);
  expect(context.fetched).toHaveLength(0);
  expect(context.runner.current()).toMatchObject({ status: 'time-up', problem: 'offline' });
});
