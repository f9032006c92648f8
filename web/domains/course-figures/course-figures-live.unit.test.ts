import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { liveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';
import { courseFiguresKey, registerCourseFiguresLiveHandlers } from './course-figures-live.ts';

test('fetches the figures soon after the user’s own enrolment, and after a random delay if all clients see the change', async () => {
  vi.useFakeTimers();
  // Nearly the longest delay.
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  let requests = 0;
  const queryFn = async () => {
    requests += 1;
    return [];
  };
  registerCourseFiguresLiveHandlers(liveEvents);
  const hide = new QueryObserver(queryClient, { queryKey: courseFiguresKey, queryFn }).subscribe(() => {});
  onTestFinished(() => {
    hide();
    queryClient.clear();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const emit = (kind: string) =>
    liveEvents.updates.emit({ position: 1, kind, data: { _id: 'a' } } as LiveMessage);
  for (const kind of ['review-added', 'review-changed', 'review-removed', 'course-added', 'person-removed']) {
    requests = 0;
    for (let n = 0; n < 3; n += 1) emit(kind);
    await vi.advanceTimersByTimeAsync(500);
    expect(requests, kind).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests, kind).toBe(1);
  }
  for (const kind of ['enrolment-added', 'enrolment-removed']) {
    requests = 0;
    emit('review-added');
    emit(kind);
    await vi.advanceTimersByTimeAsync(500);
    expect(requests, kind).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(requests, kind).toBe(1);
  }
});
