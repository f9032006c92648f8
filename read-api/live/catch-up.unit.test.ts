import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import { expect, test, vi } from 'vitest';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { findMissedUpdates, missedMessages } from './catch-up.ts';
import type { LiveUpdate } from './updates/live-update.ts';
import { RecentUpdates } from './updates/recent-updates.ts';

const createDependencies = () => ({
  log: { readPage: async (): Promise<{ events: []; head: number }> => ({ events: [], head: 9 }) },
  tables: {} as Kysely<ReadTables>,
  tail: {
    position: 9,
    logId: 'log',
    recentUpdates: new RecentUpdates(9, 500),
    hasParkedStreams: false,
    isInterrupted: false,
    waitForPosition: async () => true,
  },
  logLimit: pLimit(4),
  limits: { waitForPositionMs: 1_000, waitForInterruptedTailMs: 60_000 },
});

const courseUpdate = (position: number, _id = `${position}`): LiveUpdate => ({
  ...{ position, subject: `course:${position}`, isRemoval: false, roleChange: null },
  deliveries: [{ to: ['everyone'], message: { kind: 'course-removed', data: { _id } } }],
});

test('reads the log for a few clients at a time, and makes clients fetch everything again when 200 are waiting', async () => {
  const read = Promise.withResolvers<{ events: []; head: number }>();
  let reads = 0;
  const dependencies = {
    ...createDependencies(),
    log: {
      readPage: () => {
        reads += 1;
        return read.promise;
      },
    },
  };
  const catchUp = () => findMissedUpdates(dependencies, { since: 1, logId: 'log' }, null);

  const accepted = Array.from({ length: 204 }, catchUp);
  expect(await catchUp()).toBe('too many clients wait');
  expect(reads).toBe(4);

  read.resolve({ events: [], head: 9 });
  await Promise.all(accepted);
  expect(reads).toBe(204);
});

test('keeps what a client has missed, even if it leaves the memory before the client is welcomed', async () => {
  const tail = { ...createDependencies().tail, position: 0, recentUpdates: new RecentUpdates(0, 2) };
  const publish = (position: number) => {
    tail.recentUpdates.add(courseUpdate(position));
    tail.position = position;
  };
  for (const position of [1, 2]) publish(position);

  const missed = await findMissedUpdates({ ...createDependencies(), tail }, { since: 1, logId: 'log' }, null);
  for (const position of [3, 4]) publish(position);
  expect(tail.recentUpdates.after(1)).toBeNull();
  const messages = missedMessages(missed, tail, ['everyone']);
  expect(messages).toMatchObject([{ position: 2 }, { position: 3 }, { position: 4 }]);
});

test('stops measuring messages as soon as they are known to be too many or too long', () => {
  const { tail } = createDependencies();
  const missed = (count: number, _id: string) =>
    missedMessages(
      { updates: Array.from({ length: count }, (_, index) => courseUpdate(index + 1, _id)), upTo: 9 },
      tail,
      ['everyone'],
    );
  const stringify = vi.spyOn(JSON, 'stringify');
  try {
    expect(missed(1_001, 'a')).toBe('too far behind');
    expect(stringify).toHaveBeenCalledTimes(0);
    expect(missed(500, 'a'.repeat(600_000))).toBe('too far behind');
    expect(stringify).toHaveBeenCalledTimes(2);
    expect(missed(1_000, 'a')).toHaveLength(1_000);
  } finally {
    stringify.mockRestore();
  }
});
