import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live.ts';
import { liveJournal } from './journal.ts';

const message = (position: number): LiveMessage => ({
  position,
  kind: 'course-removed',
  data: { _id: 'a0000000-0000-4000-8000-000000000000' },
});
const positions = (messages: LiveMessage[] | null) => messages?.map(({ position }) => position) ?? null;

test('before the first connection nothing was told', () => {
  expect(liveJournal().after(7)).toEqual([]);
});

test('it gives what was told after a place, and says when it does not know', () => {
  const journal = liveJournal();
  journal.beginAt(10);
  for (const position of [11, 13, 14]) journal.add(message(position));
  expect(positions(journal.after(10))).toEqual([11, 13, 14]);
  expect(positions(journal.after(13))).toEqual([14]);
  expect(journal.after(9)).toBeNull();
});

test('it goes on over a lost line and begins anew where everything is fetched again', () => {
  const journal = liveJournal();
  journal.beginAt(10);
  journal.add(message(11));
  journal.beginAt(20);
  expect(positions(journal.after(10))).toEqual([11]);
  journal.startAt(30);
  expect(journal.after(11)).toBeNull();
  expect(journal.after(30)).toEqual([]);
});

test('what it dropped for want of room it does not claim to know', () => {
  const journal = liveJournal(2);
  journal.beginAt(0);
  for (const position of [1, 2, 3]) journal.add(message(position));
  expect(journal.after(0)).toBeNull();
  expect(positions(journal.after(1))).toEqual([2, 3]);
});
