import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { examples } from '#events/catalogue/examples.ts';
import { createLogger } from '#platform/logging.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { LiveTail } from './live-tail.ts';
import { liveModels } from './updates/live-update-definitions.ts';
import { recordedEvent } from './updates/testing/rows-and-events.ts';

const head = 800;
const checkpoint = { position: head, currentUpTo: head, relevantPosition: head, epoch: 1, parkedStreams: 0 };
const checkpoints = {
  ...{ logId: 'log', entityTagId: 'log', head, isPrimaryUnreachable: false },
  ...{ outageMs: 0, replicaPosition: null, replicaServer: null },
  models: new Map(liveModels.map((model) => [model, checkpoint])),
};
/** An event without a live update. */
const { stream, event } = examples.LogExported;

test('repeats a start that was interrupted, and does not order clients to fetch everything again', async () => {
  let [logReads, checkpointReads, refetches] = [0, 0, 0];
  const tail = new LiveTail(
    {
      readCheckpoints: async () => {
        checkpointReads += 1;
        // The primary is lost during the first start, and is back after the second.
        return { ...checkpoints, isPrimaryUnreachable: checkpointReads === 2 };
      },
      checkpointSignal: { wait: () => new Promise((resolve) => setTimeout(resolve, 1)) },
      log: {
        readAt: async (positions) => {
          logReads += 1;
          if (logReads === 2) throw new Error('Connection terminated unexpectedly');
          return positions.map((position) => recordedEvent(position, stream, event));
        },
      },
      tables: {} as Kysely<ReadTables>,
      logger: createLogger({ service: 'test', level: 'silent' }),
      tracing: null,
      maxRecentUpdates: 500,
    },
    {
      onLiveUpdate: () => {},
      onRefetchNeeded: () => {
        refetches += 1;
      },
    },
  );
  onTestFinished(() => tail.close());
  await tail.start();
  expect(tail.position).toBe(head);
  expect(tail.recentUpdates.after(0)).toEqual([]);
  await expect.poll(() => checkpointReads).toBeGreaterThan(3);
  expect(refetches).toBe(0);
});
