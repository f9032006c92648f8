import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause } from './pause.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('resolves after the given time', async () => {
  const done = vi.fn();
  void pause(1_000).then(done);
  await vi.advanceTimersByTimeAsync(999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});

test('resolves when the signal aborts, and keeps no timer', async () => {
  const stop = new AbortController();
  const paused = pause(1_000, stop.signal);
  stop.abort();
  await paused;
  expect(vi.getTimerCount()).toBe(0);
});

test('resolves at once if the signal has already aborted', async () => {
  await pause(1_000, AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
});

test('leaves no listener on the signal', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const paused = pause(1_000, signal);
  await vi.advanceTimersByTimeAsync(1_000);
  await paused;
  expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1]);
});
