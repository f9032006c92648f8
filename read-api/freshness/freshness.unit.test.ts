import { expect, test } from 'vitest';
import type { Checkpoints } from './checkpoints.ts';
import { createFreshnessWaiter, headersForAdmission } from './freshness.ts';

/** @param usersCurrentUpTo is beyond `users` if the model ignores the events that follow. */
const checkpointsAt = (
  courses: number,
  users: number,
  parkedStreams = 0,
  usersCurrentUpTo = users,
): Checkpoints => ({
  logId: 'a',
  head: 10,
  isPrimaryUnreachable: false,
  outageMs: 0,
  entityTagId: 'a',
  replicaServer: null,
  replicaPosition: null,
  models: new Map([
    [
      'courses',
      { position: courses, currentUpTo: courses, relevantPosition: courses, epoch: 0, parkedStreams },
    ],
    [
      'users',
      { position: users, currentUpTo: usersCurrentUpTo, relevantPosition: users, epoch: 0, parkedStreams: 0 },
    ],
  ]),
});

/** Waits for the head at position 10 while the checkpoints take the given values, one after each signal. */
const waitWithCheckpoints = async (models: readonly string[], ...states: readonly Checkpoints[]) => {
  const remaining = [...states];
  let signalCount = 0;
  const waitUntilFresh = createFreshnessWaiter(
    async () => remaining.shift() ?? states.at(-1) ?? checkpointsAt(0, 0),
    {
      wait: async (timeoutMs) => {
        signalCount += 1;
        if (remaining.length === 0) await new Promise((resolve) => setTimeout(resolve, timeoutMs));
      },
    },
    { headMs: 20, namedMs: 20 },
  );
  const freshness = await waitUntilFresh(models, { position: undefined, logId: undefined });
  return { freshness, signalCount };
};

test('does not wait for a read model that is already at the head', async () => {
  const { freshness, signalCount } = await waitWithCheckpoints(['courses'], checkpointsAt(10, 3));
  expect(freshness).toMatchObject({ position: 10, isStale: false, headOnArrival: 10 });
  expect(signalCount).toBe(0);
});

test('does not wait for events that the read model ignores', async () => {
  const behind = checkpointsAt(3, 3, 0, 10);
  const { freshness, signalCount } = await waitWithCheckpoints(['users'], behind);
  expect(freshness).toMatchObject({ position: 3, isStale: false });
  expect(signalCount).toBe(0);
  expect((await waitWithCheckpoints(['users', 'courses'], behind)).freshness).toMatchObject({
    position: 3,
    isStale: true,
  });
});

test('waits for each of the read models and reads the checkpoints after every signal', async () => {
  const { freshness, signalCount } = await waitWithCheckpoints(
    ['courses', 'users'],
    checkpointsAt(8, 3),
    checkpointsAt(10, 9),
    checkpointsAt(10, 12),
  );
  expect(freshness).toMatchObject({ position: 10, isStale: false });
  expect(signalCount).toBe(2);
});

test('reports stale read models after the timeout', async () => {
  const { freshness } = await waitWithCheckpoints(['courses'], checkpointsAt(8, 8), checkpointsAt(9, 9));
  expect(freshness).toMatchObject({ position: 9, isStale: true });
});

test('waits longer for the head before a socket is admitted to a view than for a GET', async () => {
  const states = [checkpointsAt(8, 8), checkpointsAt(10, 10)];
  const waitUntilFresh = createFreshnessWaiter(
    async () => states.shift() ?? checkpointsAt(10, 10),
    { wait: async () => {} },
    { headMs: 0, namedMs: 60_000 },
  );
  expect(await waitUntilFresh(['courses'], headersForAdmission)).toMatchObject({
    position: 10,
    isStale: false,
  });
});

test('a parked stream makes only its own read model stale', async () => {
  const parked = checkpointsAt(10, 10, 1);
  expect((await waitWithCheckpoints(['courses'], parked)).freshness.isStale).toBe(true);
  expect((await waitWithCheckpoints(['users'], parked)).freshness.isStale).toBe(false);
});

test('does not wait while the primary is unreachable, and reports stale read models', async () => {
  const outage = { ...checkpointsAt(8, 8), isPrimaryUnreachable: true };
  const { freshness, signalCount } = await waitWithCheckpoints(['courses'], outage);
  expect(freshness).toMatchObject({ position: 8, isStale: true });
  expect(signalCount).toBe(0);
  const atHead = { ...checkpointsAt(10, 10), isPrimaryUnreachable: true };
  expect((await waitWithCheckpoints(['courses'], atHead)).freshness.isStale).toBe(true);
});

test('stops waiting when the primary becomes unreachable', async () => {
  const outage = { ...checkpointsAt(9, 9), isPrimaryUnreachable: true };
  const { freshness, signalCount } = await waitWithCheckpoints(['courses'], checkpointsAt(8, 8), outage);
  expect(freshness).toMatchObject({ position: 9, isStale: true });
  expect(signalCount).toBe(1);
});

test('a read model without a checkpoint is at position 0', async () => {
  const { freshness } = await waitWithCheckpoints(['reviews'], checkpointsAt(10, 10));
  expect(freshness).toMatchObject({ position: 0, isStale: true });
});
