import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { findMissedUpdates } from './catch-up.ts';
import { RecentUpdates } from './updates/recent-updates.ts';

test('reads the log for a few clients at a time, and lets clients fetch everything again when 200 are waiting', async () => {
  const read = Promise.withResolvers<{ events: []; head: number }>();
  let reads = 0;
  const dependencies = {
    log: {
      readPage: () => {
        reads += 1;
        return read.promise;
      },
    },
    tables: {} as Kysely<ReadTables>,
    tail: {
      position: 9,
      logId: 'log',
      recentUpdates: new RecentUpdates(9),
      hasParkedStreams: false,
      waitForPosition: async () => true,
    },
    logLimit: pLimit(4),
    limits: { waitForPositionMs: 1_000 },
  };
  const catchUp = () => findMissedUpdates(dependencies, { since: 1, logId: 'log' }, null);

  const accepted = Array.from({ length: 204 }, catchUp);
  expect(await catchUp()).toBeNull();
  expect(reads).toBe(4);

  read.resolve({ events: [], head: 9 });
  await Promise.all(accepted);
  expect(reads).toBe(204);
});
