import { expect, test } from 'vitest';
import { createBoundedSemaphore } from './bounded-semaphore.ts';

test('limits the running calls, queues the next ones in order, and rejects any further call', async () => {
  const semaphore = createBoundedSemaphore(2, 2);
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const work = (n: number) =>
    semaphore(async () => {
      started.push(n);
      await new Promise<void>((resolve) => finish.push(resolve));
      return n;
    });
  const calls = [1, 2, 3, 4, 5].map(work);
  expect(started).toEqual([1, 2]);
  expect(await calls[4]).toBeNull();
  for (let finished = 0; finished < 4; finished += 1) {
    await expect.poll(() => finish.length).toBeGreaterThan(finished);
    finish[finished]?.();
  }
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, null]);
  expect(started).toEqual([1, 2, 3, 4]);
});

test('releases its slot when a call fails', async () => {
  const semaphore = createBoundedSemaphore(1, 5);
  await expect(semaphore(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore(async () => 1)).toBe(1);
});
