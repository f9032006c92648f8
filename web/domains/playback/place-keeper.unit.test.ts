import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passingMs, placeKeeper, restingMs } from './place-keeper.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A keeper on the test's clock, and what it told: module, second, age in seconds. */
const kept = (failures: (number | null | undefined)[] = []) => {
  const told: [number, number, number][] = [];
  const keeper = placeKeeper({
    tell: async ({ module, second }, { secondsAgo }) => {
      told.push([module, second, secondsAgo]);
      if (failures.length > 0) throw failures.shift();
    },
    waitAfter: (failure) => failure as number | null | undefined,
    now: () => Date.now(),
  });
  return { ...keeper, told };
};
const pass = (
  keeper: { pass: (place: { module: number; second: number }) => void },
  from: number,
  to: number,
) => {
  for (let second = from; second <= to; second += 1) {
    keeper.pass({ module: 1, second });
    vi.advanceTimersByTime(1_000);
  }
};

test('a minute of a playing video is told every fifteen seconds', () => {
  const keeper = kept();
  pass(keeper, 1, 60);
  expect(keeper.told.map(([, second]) => second)).toEqual([1, 15, 30, 45, 60]);
});

test('a rest is told soon, several moves in a row as one', () => {
  const keeper = kept();
  keeper.rest({ module: 1, second: 5 });
  keeper.rest({ module: 2, second: 0 });
  keeper.rest({ module: 3, second: 0 });
  vi.advanceTimersByTime(restingMs);
  expect(keeper.told).toEqual([[3, 0, 2]]);
  vi.advanceTimersByTime(10 * passingMs);
  expect(keeper.told).toHaveLength(1);
});

test('a rest does not wait for the next telling of a playing video', () => {
  const keeper = kept();
  pass(keeper, 1, 5);
  keeper.rest({ module: 1, second: 6 });
  vi.advanceTimersByTime(restingMs);
  expect(keeper.told.map(([, second]) => second)).toEqual([1, 6]);
});

test('leaving tells at once what was not told, and nothing twice', () => {
  const keeper = kept();
  pass(keeper, 1, 5);
  keeper.leave();
  keeper.leave();
  expect(keeper.told.map(([, second]) => second)).toEqual([1, 5]);
});

test('what could not be told is told later, with its age, unless there is a newer place', async () => {
  const keeper = kept([20_000, undefined]);
  keeper.rest({ module: 4, second: 7 });
  await vi.advanceTimersByTimeAsync(restingMs + 19_000);
  expect(keeper.told).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(keeper.told.at(-1)).toEqual([4, 7, 22]);
  keeper.rest({ module: 5, second: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(keeper.told.slice(2)).toEqual([[5, 1, 15]]);
});

test('what the server will never take is dropped', async () => {
  const keeper = kept([null]);
  keeper.rest({ module: 4, second: 7 });
  await vi.advanceTimersByTimeAsync(10 * passingMs);
  expect(keeper.told).toHaveLength(1);
});
