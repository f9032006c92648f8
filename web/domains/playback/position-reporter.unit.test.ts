import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createPositionReporter,
  type PositionReporter,
  playingIntervalMs,
  stoppedDelayMs,
} from './position-reporter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Creates a reporter and records what it sends: module, second, age in seconds.
 * @param failures the results of `retryAfterMs` for the first requests, which fail. Later requests succeed.
 */
const startReporter = (failures: (number | null | undefined)[] = []) => {
  const sent: [number, number, number][] = [];
  const reporter = createPositionReporter({
    send: async ({ module, second }, { secondsAgo }) => {
      sent.push([module, second, secondsAgo]);
      if (failures.length > 0) throw failures.shift();
    },
    retryAfterMs: (failure) => failure as number | null | undefined,
    now: () => Date.now(),
  });
  return { reporter, sent };
};
const play = (reporter: PositionReporter, from: number, to: number) => {
  for (let second = from; second <= to; second += 1) {
    reporter.reportPlaying({ module: 1, second });
    vi.advanceTimersByTime(1_000);
  }
};

test('sends the position of a playing video every 15 seconds', () => {
  const { reporter, sent } = startReporter();
  play(reporter, 1, 60);
  expect(sent.map(([, second]) => second)).toEqual([1, 15, 30, 45, 60]);
});

test('sends only the last of several stops in a row', () => {
  const { reporter, sent } = startReporter();
  reporter.reportStopped({ module: 1, second: 5 });
  reporter.reportStopped({ module: 2, second: 0 });
  reporter.reportStopped({ module: 3, second: 0 });
  vi.advanceTimersByTime(stoppedDelayMs);
  expect(sent).toEqual([[3, 0, 2]]);
  vi.advanceTimersByTime(10 * playingIntervalMs);
  expect(sent).toHaveLength(1);
});

test('sends the position of a stop without waiting for the next interval', () => {
  const { reporter, sent } = startReporter();
  play(reporter, 1, 5);
  reporter.reportStopped({ module: 1, second: 6 });
  vi.advanceTimersByTime(stoppedDelayMs);
  expect(sent.map(([, second]) => second)).toEqual([1, 6]);
});

test('sends an unsent position at once when the page closes, and only once', () => {
  const { reporter, sent } = startReporter();
  play(reporter, 1, 5);
  reporter.flush();
  reporter.flush();
  expect(sent.map(([, second]) => second)).toEqual([1, 5]);
});

test('sends a position again after a failure, with its age, unless a newer position replaces it', async () => {
  const retryMs = 20_000;
  const { reporter, sent } = startReporter([retryMs, undefined]);
  reporter.reportStopped({ module: 4, second: 7 });
  await vi.advanceTimersByTimeAsync(stoppedDelayMs + retryMs - 1_000);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  const ageSeconds = Math.round((stoppedDelayMs + retryMs) / 1_000);
  expect(sent.at(-1)).toEqual([4, 7, ageSeconds]);
  // The second failure does not say when to retry, so the newer position is sent after the default delay.
  reporter.reportStopped({ module: 5, second: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.slice(2)).toEqual([[5, 1, 15]]);
});

test('gives up a position that the server will never accept', async () => {
  const { reporter, sent } = startReporter([null]);
  reporter.reportStopped({ module: 4, second: 7 });
  await vi.advanceTimersByTimeAsync(10 * playingIntervalMs);
  expect(sent).toHaveLength(1);
});
