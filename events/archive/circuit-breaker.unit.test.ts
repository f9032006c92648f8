import { expect, test } from 'vitest';
import { ArchiveDamagedError, ArchiveUnavailableError } from './archive-error.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

test('after a failure, reads fail immediately for five seconds, and then one read every five seconds is tried', async () => {
  let now = 0;
  let calls = 0;
  const breaker = new CircuitBreaker(() => now);
  const fail = () =>
    breaker.run(() => {
      calls += 1;
      return Promise.reject(new ArchiveUnavailableError('down'));
    });
  const succeed = () => breaker.run(() => Promise.resolve('bytes'));
  await expect(fail()).rejects.toThrow('down');
  now = 4_999;
  await expect(succeed()).rejects.toThrow('down');
  now = 5_000;
  const probe = fail();
  await expect(succeed()).rejects.toThrow('down');
  await expect(probe).rejects.toThrow('down');
  expect(calls).toBe(2);
  now = 10_000;
  expect(await succeed()).toBe('bytes');
  expect(await succeed()).toBe('bytes');
});

test('a damaged object does not stop other reads', async () => {
  const breaker = new CircuitBreaker();
  await expect(breaker.run(() => Promise.reject(new ArchiveDamagedError('damaged')))).rejects.toThrow(
    'damaged',
  );
  expect(await breaker.run(() => Promise.resolve(1))).toBe(1);
});
