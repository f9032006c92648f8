import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellListeners } from '../../client/live/listeners.ts';
import { queryClient } from '../../client/query-client.ts';
import { followPosters } from './announcements.ts';

const queryKey = ['announcements', 'sam'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** The bell, which is on every page, has asked once. */
const aBell = async () => {
  let asked = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: async () => {
      asked += 1;
      return { list: [], next: null };
    },
  });
  const end = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return { asked: () => asked, end };
};
const somebodyIsRemoved = (position: number) =>
  tellListeners({ kind: 'person-removed', position, data: null });

test('a removal makes whoever looks at announcements ask again, once for many and within a second', async () => {
  const bell = await aBell();
  const stop = followPosters();
  somebodyIsRemoved(1);
  somebodyIsRemoved(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bell.asked()).toBe(2);
  stop();
  bell.end();
});

test('the bell alone asks nothing at a removal; a page that is opened then does', async () => {
  const bell = await aBell();
  somebodyIsRemoved(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bell.asked()).toBe(1);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  bell.end();
});
