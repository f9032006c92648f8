import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { QuizAttempt, SubmittedQuiz } from '#contract/schemas/quizzes.ts';
import type { ListPage } from '../../client/api/list-page.ts';
import { insertAttempt, mergeIntoAttempts, mergeIntoMarked, mergeIntoWaiting } from './quiz-live.ts';

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
): ListPage<T> => ({ items, first: true, next: null, ...change });
const update = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;
const ids = ({ items }: ListPage<QuizAttempt>) => items.map(({ _id }) => _id);

test('replaces a finished attempt in place and inserts a new one at the top', () => {
  const cached = page([quiz(2), quiz(1)]);
  const ended = mergeIntoAttempts(cached, update('quiz-finished', quiz(2, { score: 4 })));
  expect(ended.items[0]?.score).toBe(4);
  expect(ids(ended)).toEqual(['quiz-2', 'quiz-1']);
  expect(ids(mergeIntoAttempts(cached, update('quiz-finished', quiz(3))))).toEqual([
    'quiz-3',
    'quiz-2',
    'quiz-1',
  ]);
  expect(ids(insertAttempt(page([]), quiz(1)))).toEqual(['quiz-1']);
});

test('updates the marks of an attempt only on the page that lists it', () => {
  const marked = update('quiz-marked', quiz(1, { score: 31 }));
  expect(mergeIntoAttempts(page([quiz(2)], { next: 'more' }), marked)).toEqual(
    page([quiz(2)], { next: 'more' }),
  );
  const second = page([quiz(1)], { first: false });
  expect(mergeIntoAttempts(second, marked).items[0]?.score).toBe(31);
  expect(mergeIntoAttempts(second, update('quiz-finished', quiz(9)))).toBe(second);
});

test('appends a submitted quiz to the last page, without duplicates', () => {
  const submitted = update('quiz-submitted', quiz(2));
  const two = mergeIntoWaiting(page([quiz(1)]), submitted);
  expect(ids(mergeIntoWaiting(two, submitted))).toEqual(['quiz-1', 'quiz-2']);
  expect(ids(mergeIntoWaiting(page([quiz(1)], { next: 'more' }), submitted))).toEqual(['quiz-1']);
});

test('moves a marked quiz to the top of the marked list, without duplicates', () => {
  const marked = update('quiz-marks-changed', quiz(1, { score: 31 }));
  expect(ids(mergeIntoWaiting(page([quiz(1), quiz(2)]), marked))).toEqual(['quiz-2']);
  expect(ids(mergeIntoMarked(page([quiz(2), quiz(1)]), marked))).toEqual(['quiz-1', 'quiz-2']);
  expect(ids(mergeIntoMarked(page([quiz(1)], { first: false }), marked))).toEqual([]);
  expect(mergeIntoMarked(page([quiz(2)], { first: false }), marked).items).toHaveLength(1);
});
