import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live.ts';
import type { QuizAttempt, SubmittedQuiz } from '#contract/quizzes.ts';
import type { ListPage } from '../../client/api/list-page.ts';
import { mergeIntoAttempts, mergeIntoMarked, mergeIntoWaiting, withAttempt } from './merge.ts';

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
const told = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;
const ids = ({ items }: ListPage<QuizAttempt>) => items.map(({ _id }) => _id);

test('an attempt that ended takes the place of the one that ran; a new one stands first', () => {
  const known = page([quiz(2), quiz(1)]);
  const ended = mergeIntoAttempts(known, told('quiz-finished', quiz(2, { score: 4 })));
  expect(ended.items[0]?.score).toBe(4);
  expect(ids(ended)).toEqual(['quiz-2', 'quiz-1']);
  expect(ids(mergeIntoAttempts(known, told('quiz-finished', quiz(3))))).toEqual([
    'quiz-3',
    'quiz-2',
    'quiz-1',
  ]);
  expect(ids(withAttempt(page([]), quiz(1)))).toEqual(['quiz-1']);
});

test('marks reach an old attempt where it stands, and are not put on a page that it does not stand on', () => {
  const marked = told('quiz-marked', quiz(1, { score: 31 }));
  expect(mergeIntoAttempts(page([quiz(2)], { next: 'more' }), marked)).toEqual(
    page([quiz(2)], { next: 'more' }),
  );
  const second = page([quiz(1)], { first: false });
  expect(mergeIntoAttempts(second, marked).items[0]?.score).toBe(31);
  expect(mergeIntoAttempts(second, told('quiz-finished', quiz(9)))).toBe(second);
});

test('a submitted quiz waits at the end, once; on a page that is not the last it comes with the next', () => {
  const submitted = told('quiz-submitted', quiz(2));
  const two = mergeIntoWaiting(page([quiz(1)]), submitted);
  expect(ids(mergeIntoWaiting(two, submitted))).toEqual(['quiz-1', 'quiz-2']);
  expect(ids(mergeIntoWaiting(page([quiz(1)], { next: 'more' }), submitted))).toEqual(['quiz-1']);
});

test('a marked quiz leaves those that wait and stands first among the marked, once', () => {
  const marked = told('quiz-marks-changed', quiz(1, { score: 31 }));
  expect(ids(mergeIntoWaiting(page([quiz(1), quiz(2)]), marked))).toEqual(['quiz-2']);
  expect(ids(mergeIntoMarked(page([quiz(2), quiz(1)]), marked))).toEqual(['quiz-1', 'quiz-2']);
  expect(ids(mergeIntoMarked(page([quiz(1)], { first: false }), marked))).toEqual([]);
  expect(mergeIntoMarked(page([quiz(2)], { first: false }), marked).items).toHaveLength(1);
});
