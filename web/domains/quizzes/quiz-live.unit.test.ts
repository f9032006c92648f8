import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { QuizAttempt, SubmittedQuiz } from '#contract/schemas/quizzes.ts';
import type { ListPage } from '../../client/api/list-page.ts';
import { createChangeNumberAtom } from '../../client/live/changed-records.ts';
import { liveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';
import { store } from '../../client/store.ts';
import {
  insertAttempt,
  markingKey,
  mergeIntoAttempts,
  mergeIntoMarked,
  mergeIntoWaiting,
  registerQuizLiveHandlers,
} from './quiz-live.ts';

const quiz = (n: number, change: Partial<SubmittedQuiz> = {}) =>
  ({
    _id: `quiz-${n}`,
    startedAt: new Date(Date.UTC(2026, 0, n)).toISOString(),
    userName: 'Ada',
    score: null,
    ...change,
  }) as SubmittedQuiz;
const page = <T extends QuizAttempt>(
  items: readonly T[],
  change: Partial<ListPage<T>> = {},
): ListPage<T> => ({ items, isFirst: true, next: null, readAtPosition: 0, ...change });
const createUpdate = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;
const listIds = ({ items }: ListPage<QuizAttempt>) => items.map(({ _id }) => _id);

test('replaces a finished attempt in its place and inserts a new attempt at the top', () => {
  const cached = page([quiz(2), quiz(1)]);
  const ended = mergeIntoAttempts(cached, createUpdate('quiz-finished', quiz(2, { score: 4 })));
  expect(ended.items[0]?.score).toBe(4);
  expect(listIds(ended)).toEqual(['quiz-2', 'quiz-1']);
  expect(listIds(mergeIntoAttempts(cached, createUpdate('quiz-finished', quiz(3))))).toEqual([
    'quiz-3',
    'quiz-2',
    'quiz-1',
  ]);
  expect(listIds(insertAttempt(page([]), quiz(1)))).toEqual(['quiz-1']);
});

test('updates the marks of an attempt only on the page that lists it, and inserts no new attempt into a later page', () => {
  const marked = createUpdate('quiz-marked', quiz(1, { score: 31 }));
  expect(mergeIntoAttempts(page([quiz(2)], { next: 'more' }), marked)).toEqual(
    page([quiz(2)], { next: 'more' }),
  );
  const second = page([quiz(1)], { isFirst: false });
  expect(mergeIntoAttempts(second, marked).items[0]?.score).toBe(31);
  expect(mergeIntoAttempts(second, createUpdate('quiz-finished', quiz(9)))).toBe(second);
});

test('appends a submitted quiz to the last page, without duplicates', () => {
  const submitted = createUpdate('quiz-submitted', quiz(2));
  const two = mergeIntoWaiting(page([quiz(1)]), submitted);
  expect(listIds(mergeIntoWaiting(two, submitted))).toEqual(['quiz-1', 'quiz-2']);
  expect(listIds(mergeIntoWaiting(page([quiz(1)], { next: 'more' }), submitted))).toEqual(['quiz-1']);
});

test('moves a marked quiz to the top of the marked list, without duplicates', () => {
  const marked = createUpdate('quiz-marks-changed', quiz(1, { score: 31 }));
  expect(listIds(mergeIntoWaiting(page([quiz(1), quiz(2)]), marked))).toEqual(['quiz-2']);
  expect(listIds(mergeIntoMarked(page([quiz(2), quiz(1)]), marked))).toEqual(['quiz-1', 'quiz-2']);
  expect(listIds(mergeIntoMarked(page([quiz(1)], { isFirst: false }), marked))).toEqual([]);
  expect(mergeIntoMarked(page([quiz(2)], { isFirst: false }), marked).items).toHaveLength(1);
});

test('highlights a quiz that was submitted or marked', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  registerQuizLiveHandlers(liveEvents);
  const isHighlighted = (id: string) => store.get(createChangeNumberAtom(id)) !== null;
  for (const [kind, id] of [
    ['quiz-submitted', 'submitted'],
    ['quiz-marked', 'marked'],
    ['quiz-marks-changed', 'changed'],
  ] as const) {
    liveEvents.updates.emit(createUpdate(kind, { ...quiz(1), _id: id }));
    expect(isHighlighted(id), kind).toBe(true);
  }
  vi.runAllTimers();
  expect(isHighlighted('submitted')).toBe(false);
});

test('after a change to a course or the removal of a user, fetches the shown list of quizzes once and removes the lists that are not shown', async () => {
  vi.useFakeTimers();
  registerQuizLiveHandlers(liveEvents);
  let requests = 0;
  const queryFn = async () => {
    requests += 1;
    return { pages: [page([quiz(1)])], pageParams: [null] };
  };
  const waiting = new QueryObserver(queryClient, { queryKey: [...markingKey, 'waiting'], queryFn });
  const hide = waiting.subscribe(() => {});
  onTestFinished(() => {
    hide();
    queryClient.clear();
    vi.useRealTimers();
  });
  await vi.advanceTimersByTimeAsync(0);
  for (const kind of ['course-changed', 'user-removed', 'person-removed']) {
    requests = 0;
    queryClient.setQueryData([...markingKey, 'marked'], { pages: [page([quiz(2)])], pageParams: [null] });
    for (let n = 0; n < 2; n += 1) liveEvents.updates.emit(createUpdate(kind, { _id: 'a' }));
    expect(requests).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests, kind).toBe(1);
    expect(queryClient.getQueryData([...markingKey, 'marked'])).toBeUndefined();
  }
});
