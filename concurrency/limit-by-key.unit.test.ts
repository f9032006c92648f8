import { expect, test } from 'vitest';
import { createLimitByKey } from './limit-by-key.ts';

const createLimit = () =>
  createLimitByKey({ concurrency: 2, maxWaiting: 1, createError: () => new Error('too many calls') });

test('runs as many calls of a key at once as permitted and the others afterwards, without delaying other keys', async () => {
  const limit = createLimit();
  const started: string[] = [];
  const held = Promise.withResolvers<void>();
  const start = (key: string, name: string) =>
    limit(key, async () => {
      started.push(name);
      await held.promise;
      return name;
    });
  const calls = [start('ann', 'ann 1'), start('ann', 'ann 2'), start('ann', 'ann 3'), start('bob', 'bob 1')];
  await expect.poll(() => started).toEqual(['ann 1', 'ann 2', 'bob 1']);
  held.resolve();
  expect(await Promise.all(calls)).toEqual(['ann 1', 'ann 2', 'ann 3', 'bob 1']);
});

test('refuses a call if too many calls of its key wait, and accepts calls again after failures', async () => {
  const limit = createLimit();
  const held = Promise.withResolvers<void>();
  const hold = () => limit('ann', () => held.promise);
  const failed = Promise.allSettled([hold(), hold(), hold()]);
  await expect(hold()).rejects.toThrow('too many calls');
  held.reject(new Error('a failure'));
  await failed;
  expect(await limit('ann', async () => 'answer')).toBe('answer');
});
