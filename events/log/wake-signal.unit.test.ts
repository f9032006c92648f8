import { expect, test } from 'vitest';
import { createWakeSignal } from './wake-signal.ts';

/** Returns whether a promise is fulfilled without waiting for a timer. */
const isSettled = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);
const { signal } = new AbortController();

test('a wake-up ends the current wait, or the next one if there is none', async () => {
  const wakeSignal = createWakeSignal();
  const wait = wakeSignal.wait(60_000, signal);
  expect(await isSettled(wait)).toBe(false);
  wakeSignal.wake();
  expect(await isSettled(wait)).toBe(true);
  wakeSignal.wake();
  expect(await isSettled(wakeSignal.wait(60_000, signal))).toBe(true);
});

test('a wake-up ends only one wait, and none after clear', async () => {
  const wakeSignal = createWakeSignal();
  wakeSignal.wake();
  await wakeSignal.wait(60_000, signal);
  expect(await isSettled(wakeSignal.wait(50, signal))).toBe(false);
  wakeSignal.wake();
  wakeSignal.clear();
  expect(await isSettled(wakeSignal.wait(50, signal))).toBe(false);
});

test('a wait ends after its timeout and when the signal aborts', async () => {
  const wakeSignal = createWakeSignal();
  await wakeSignal.wait(1, signal);
  const stop = new AbortController();
  const wait = wakeSignal.wait(60_000, stop.signal);
  stop.abort();
  expect(await isSettled(wait)).toBe(true);
  expect(await isSettled(wakeSignal.wait(60_000, stop.signal))).toBe(true);
});
