import { expect, test } from 'vitest';
import type { Checkpoints } from './checkpoints.ts';
import { createFreshnessWaiter } from './freshness.ts';

const checkpointsAt = (courses: number, users: number, parkedStreams = 0): Checkpoints => ({
  logId: 'a',
  head: 10,
  models: new Map([
    ['courses', { position: courses, relevantPosition: courses, epoch: 0, parkedStreams }],
    ['users', { position: users, relevantPosition: users, epoch: 0, parkedStreams: 0 }],
  ]),
});

/** Waits for the head at position 10 while the checkpoints take the given values, one after each signal. */
const waitThrough = async (models: readonly string[], ...states: readonly Checkpoints[]) => {
  const remaining = [...states];
  let waits = 0;
  const waitUntilFresh = createFreshnessWaiter(
    async () => remaining.shift() ?? states.at(-1) ?? checkpointsAt(0, 0),
    {
      wait: async (timeoutMs) => {
        waits += 1;
        if (remaining.length === 0) await new Promise((resolve) => setTimeout(resolve, timeoutMs));
      },
    },
    { headMs: 20, namedMs: 20 },
  );
  const freshness = await waitUntilFresh(models, { position: undefined, logId: undefined });
  return { freshness, waits };
};

test('does not wait for a read model that is already at the head', async () => {
  const { freshness, waits } = await waitThrough(['courses'], checkpointsAt(10, 3));
  expect(freshness).toMatchObject({ position: 10, isStale: false, headOnArrival: 10 });
  expect(waits).toBe(0);
});

test('waits for each of the read models and reads the checkpoints after every signal', async () => {
  const { freshness, waits } = await waitThrough(
    ['courses', 'users'],
    checkpointsAt(8, 3),
    checkpointsAt(10, 9),
    checkpointsAt(10, 12),
  );
  expect(freshness).toMatchObject({ position: 10, isStale: false });
  expect(waits).toBe(2);
});

test('reports stale read models after the timeout', async () => {
  const { freshness } = await waitThrough(['courses'], checkpointsAt(8, 8), checkpointsAt(9, 9));
  expect(freshness).toMatchObject({ position: 9, isStale: true });
});

test('a parked stream makes its own read model stale and no other', async () => {
  const parked = checkpointsAt(10, 10, 1);
  expect((await waitThrough(['courses'], parked)).freshness.isStale).toBe(true);
  expect((await waitThrough(['users'], parked)).freshness.isStale).toBe(false);
});

test('a read model without a checkpoint is at position 0', async () => {
  const { freshness } = await waitThrough(['reviews'], checkpointsAt(10, 10));
  expect(freshness).toMatchObject({ position: 0, isStale: true });
});
