import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { liveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';
import { courseFiguresKeys, registerCourseFiguresLiveHandlers } from './course-figures-live.ts';

test('fetches the figures of a shown course soon after the user joins or leaves a course, and after a random delay if all clients see the change', async () => {
  vi.useFakeTimers();
  // Makes every random delay nearly as long as possible.
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  let requests: string[] = [];
  const show = (courseId: string) =>
    new QueryObserver(queryClient, {
      queryKey: courseFiguresKeys.one(courseId),
      queryFn: async () => requests.push(courseId),
    }).subscribe(() => {});
  registerCourseFiguresLiveHandlers(liveEvents);
  const hideFunctions = ['a', 'b'].map(show);
  onTestFinished(() => {
    for (const hide of hideFunctions) hide();
    queryClient.clear();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  await vi.advanceTimersByTimeAsync(1);
  const emit = (kind: string, courseId = 'a') =>
    liveEvents.updates.emit({
      position: 1,
      kind,
      data: { _id: courseId, courseId, catalogueId: courseId },
    } as LiveMessage);
  for (const kind of ['review-added', 'review-changed', 'review-removed', 'course-restored']) {
    requests = [];
    for (let n = 0; n < 3; n += 1) emit(kind);
    // A course that is not shown.
    emit(kind, 'c');
    await vi.advanceTimersByTimeAsync(500);
    expect(requests, kind).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests, kind).toEqual(['a']);
  }
  for (const kind of ['enrolment-added', 'enrolment-removed']) {
    requests = [];
    emit('review-added');
    emit(kind, 'b');
    await vi.advanceTimersByTimeAsync(500);
    expect(requests, kind).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(requests, kind).toHaveLength(2);
  }
  requests = [];
  emit('person-removed');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(requests).toEqual(['a', 'b']);
});
