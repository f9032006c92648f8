import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { pause } from '#concurrency/pause.ts';
import { examples } from '#events/catalogue/examples.ts';
import { createLogger } from '#platform/logging.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { CheckpointSignal } from '../freshness/checkpoint-signal.ts';
import type { Checkpoints } from '../freshness/checkpoints.ts';
import { LiveTail, type LiveTailDependencies } from './live-tail.ts';
import { liveModels } from './updates/live-update-definitions.ts';
import { recordedEvent } from './updates/testing/rows-and-events.ts';

const head = 800;
const checkpointsAt = (position: number): Checkpoints => {
  const checkpoint = {
    position,
    currentUpTo: position,
    relevantPosition: position,
    epoch: 1,
    parkedStreams: 0,
  };
  return {
    ...{ logId: 'log', entityTagId: 'log', head: position, isPrimaryUnreachable: false },
    ...{ outageMs: 0, replicaPosition: null, replicaServer: null },
    models: new Map(liveModels.map((model) => [model, checkpoint])),
  };
};
const checkpoints = checkpointsAt(head);
/** An event without a live update. */
const { stream, event } = examples.LogExported;
const eventsAt = (positions: readonly number[]) =>
  positions.map((position) => recordedEvent(position, stream, event));
/** The longest timeout of a timer. A test that waits for it fails. */
const longestTimeoutMs = 2 ** 31 - 1;

/** Opens a tail that reads events without live updates. */
const openTail = (
  dependencies: Pick<LiveTailDependencies, 'readCheckpoints'> & Partial<LiveTailDependencies>,
  onRefetchNeeded = () => {},
): LiveTail => {
  const tail = new LiveTail(
    {
      checkpointSignal: { wait: () => pause(1) },
      log: { readAt: async (positions) => eventsAt(positions) },
      tables: {} as Kysely<ReadTables>,
      logger: createLogger({ service: 'test', level: 'silent' }),
      tracing: null,
      maxRecentUpdates: 500,
      ...dependencies,
    },
    { onLiveUpdate: () => {}, onRefetchNeeded },
  );
  onTestFinished(() => void tail.close());
  return tail;
};

test('repeats a start that was interrupted, and does not order clients to fetch everything again', async () => {
  let [logReads, checkpointReads, refetches] = [0, 0, 0];
  const tail = openTail(
    {
      readCheckpoints: async () => {
        checkpointReads += 1;
        // The primary is lost during the first start, and is back after the second.
        return { ...checkpoints, isPrimaryUnreachable: checkpointReads === 2 };
      },
      log: {
        readAt: async (positions) => {
          logReads += 1;
          if (logReads === 2) throw new Error('Connection terminated unexpectedly');
          return eventsAt(positions);
        },
      },
    },
    () => {
      refetches += 1;
    },
  );
  await tail.start();
  expect(tail.position).toBe(head);
  expect(tail.recentUpdates.after(0)).toEqual([]);
  await expect.poll(() => checkpointReads).toBeGreaterThan(3);
  expect(refetches).toBe(0);
});

test('tells waiting clients that their position is reached, even if a later event cannot be read', async () => {
  const reached = head + 500;
  let hasNewEvents = false;
  const tail = openTail({
    readCheckpoints: async () => (hasNewEvents ? checkpointsAt(reached + 1) : checkpoints),
    log: {
      readAt: async (positions) => {
        if (positions.includes(reached + 1)) throw new Error('Connection terminated unexpectedly');
        return eventsAt(positions);
      },
    },
  });
  await tail.start();
  const isReached = tail.waitForPosition(reached, longestTimeoutMs);
  hasNewEvents = true;
  expect(await isReached).toBe(true);
  expect(tail.position).toBe(reached);
});

test.each([
  ['for new events', async () => checkpoints],
  ['for the database', () => Promise.reject(new Error('Connection terminated unexpectedly'))],
])('closes at once while it waits %s', async (_, readCheckpoints) => {
  const waiting = Promise.withResolvers<void>();
  const tail = openTail({
    readCheckpoints,
    checkpointSignal: {
      wait: (_timeoutMs, signal) => {
        waiting.resolve();
        return new CheckpointSignal().wait(longestTimeoutMs, signal);
      },
    },
  });
  void tail.start();
  await waiting.promise;
  await tail.close();
});
