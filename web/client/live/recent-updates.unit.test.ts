import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { createRecentUpdates } from './recent-updates.ts';

const createUpdate = (position: number): LiveMessage => ({
  position,
  kind: 'course-removed',
  data: { _id: 'a0000000-0000-4000-8000-000000000000' },
});
const listPositions = (updates: LiveMessage[] | null) => updates?.map(({ position }) => position) ?? null;

test('has no updates before the first connection', () => {
  expect(createRecentUpdates().after(7)).toEqual([]);
});

test('returns the updates after a position, and null for positions before its start', () => {
  const recent = createRecentUpdates();
  recent.startAt(10);
  for (const position of [11, 13, 14]) recent.add(createUpdate(position));
  expect(listPositions(recent.after(10))).toEqual([11, 13, 14]);
  expect(listPositions(recent.after(13))).toEqual([14]);
  expect(recent.after(9)).toBeNull();
});

test('continues after a reconnect, and starts over with `restartAt`', () => {
  const recent = createRecentUpdates();
  recent.startAt(10);
  recent.add(createUpdate(11));
  recent.startAt(20);
  expect(listPositions(recent.after(10))).toEqual([11]);
  recent.restartAt(30);
  expect(recent.after(11)).toBeNull();
  expect(recent.after(30)).toEqual([]);
});

test('returns null if some of the updates were evicted', () => {
  const recent = createRecentUpdates(2);
  recent.startAt(0);
  for (const position of [1, 2, 3]) recent.add(createUpdate(position));
  expect(recent.after(0)).toBeNull();
  expect(listPositions(recent.after(1))).toEqual([2, 3]);
});
