import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEmitter } from '../../client/emitter.ts';
import { liveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';
import { registerNotificationLiveHandlers } from './notification-queries.ts';

const live = {
  ...liveEvents,
  notificationsChanged: createEmitter<number>(),
  reconnected: createEmitter<void>(),
};
registerNotificationLiveHandlers(live);

let requests = 0;
let hide = () => {};

beforeEach(async () => {
  vi.useFakeTimers();
  requests = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['notifications', 'sam'],
    queryFn: async () => {
      requests += 1;
      return { pages: [], pageParams: [] };
    },
  });
  hide = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  hide();
  queryClient.clear();
  vi.useRealTimers();
});

test('after a lost connection, fetches the notifications again within the time over which clients spread their requests', async () => {
  live.reconnected.emit();
  // Nothing is fetched in the first tenth of a second.
  await vi.advanceTimersByTimeAsync(99);
  expect(requests).toBe(1);
  await vi.advanceTimersByTimeAsync(10_001);
  expect(requests).toBe(2);
});

test('fetches soon after a change that affects few users, even shortly after a lost connection, with one request for both', async () => {
  live.reconnected.emit();
  live.notificationsChanged.emit(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(requests).toBe(2);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(requests).toBe(2);
});
