import { expect, onTestFinished, test, vi } from 'vitest';
import { ThrottledTask } from './throttled-task.ts';

/** Creates a task whose runs end when the test resolves them. */
const createTask = () => {
  const runs: PromiseWithResolvers<number>[] = [];
  const failures: unknown[] = [];
  const task = new ThrottledTask({
    run: () => {
      const run = Promise.withResolvers<number>();
      runs.push(run);
      return run.promise;
    },
    intervalMs: 1,
    onFailure: (error) => failures.push(error),
  });
  return { task, runs, failures };
};

test('runs at once, and once more for all requests during the run', async () => {
  const { task, runs } = createTask();
  task.request();
  expect(runs).toHaveLength(1);
  for (let request = 0; request < 100; request += 1) task.request();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(0);
  await expect.poll(() => runs).toHaveLength(2);
  runs[1]?.resolve(0);
  await task.close();
  expect(runs).toHaveLength(2);
});

test('repeats a failed run without another request', async () => {
  const { task, runs, failures } = createTask();
  task.request();
  runs[0]?.reject(new Error('unreachable'));
  await expect.poll(() => runs).toHaveLength(2);
  expect(failures).toMatchObject([{ message: 'unreachable' }]);
  runs[1]?.resolve(0);
  await task.close();
});

test('pauses as long as the run asks for; close() ends the pause, and no run starts afterwards', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { task, runs } = createTask();
  task.request();
  runs[0]?.resolve(3_600_000);
  task.request();
  await vi.advanceTimersByTimeAsync(3_599_999);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve(3_600_000);
  task.request();
  await vi.advanceTimersByTimeAsync(1);
  await task.close();
  task.request();
  expect(runs).toHaveLength(2);
});

test('repeats a failed run after one interval, then after twice as long', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw new Error('unreachable');
  };
  const task = new ThrottledTask({ run, intervalMs: 1_000, onFailure: () => undefined });
  task.request();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(3);
  await task.close();
});
