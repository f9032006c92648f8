import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { SubmittedQuiz } from '#contract/schemas/quizzes.ts';
import { interceptRequests, registerWithLiveUpdates, respond } from '../../client/live/testing/paged-list.ts';
import { queryClient } from '../../client/query-client.ts';
import { registerQuizLiveHandlers } from './quiz-live.ts';
import { attemptsQuery, markingQuery } from './quiz-queries.ts';

const idOf = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
const numberOf = ({ _id }: { _id: string }) => Number(_id.slice(0, 8));
const quiz = (n: number, change: Partial<SubmittedQuiz> = {}): SubmittedQuiz => ({
  _id: idOf(n),
  enrolmentId: idOf(90),
  catalogueId: idOf(91),
  courseName: 'Algebra',
  code: 'MTH',
  kind: 'written',
  status: 'finished',
  startedAt: new Date(Date.UTC(2026, 0, n)).toISOString(),
  deadline: new Date(Date.UTC(2026, 0, n, 0, 1)).toISOString(),
  late: false,
  score: null,
  outOf: 50,
  marked: false,
  remark: null,
  questions: [],
  userName: 'Ada',
  ...change,
});

const deliver = registerWithLiveUpdates(registerQuizLiveHandlers);
const { answer } = interceptRequests();

const observe = (options: ReturnType<typeof markingQuery> | ReturnType<typeof attemptsQuery>) => {
  const observer = new InfiniteQueryObserver(queryClient, options as ReturnType<typeof attemptsQuery>);
  observer.subscribe(() => {});
  return { observer, getShown: () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items) };
};

test('the list of quizzes that await marks keeps an update that arrives while the next page loads', async () => {
  const { observer, getShown } = observe(markingQuery('waiting'));
  await answer(0, respond([quiz(1), quiz(2)], 'second', 100));
  await expect.poll(() => getShown()?.map(numberOf)).toEqual([1, 2]);
  const loaded = observer.fetchNextPage();
  deliver({ position: 101, kind: 'quiz-marks-changed', data: quiz(1, { marked: true, score: 30 }) });
  // The server answered before the second update.
  await answer(1, respond([quiz(3), quiz(4)], null, 101));
  deliver({ position: 102, kind: 'quiz-marks-changed', data: quiz(3, { marked: true, score: 20 }) });
  await loaded;
  expect(getShown()?.map(numberOf)).toEqual([2, 4]);
  observer.destroy();
});

test('the list of marked quizzes keeps an update that arrives while the next page loads', async () => {
  const { observer, getShown } = observe(markingQuery('marked'));
  await answer(0, respond([quiz(5), quiz(4)], 'second', 100));
  await expect.poll(() => getShown()?.map(numberOf)).toEqual([5, 4]);
  const loaded = observer.fetchNextPage();
  deliver({ position: 101, kind: 'quiz-marks-changed', data: quiz(2, { marked: true }) });
  await answer(1, respond([quiz(3), quiz(2)], null, 100));
  await loaded;
  expect(getShown()?.map(numberOf)).toEqual([2, 5, 4, 3]);
  observer.destroy();
});

test('the list of a student’s attempts keeps a result that arrives while the next page loads', async () => {
  const { observer, getShown } = observe(attemptsQuery('ada@example.org'));
  await answer(0, respond([quiz(5), quiz(4)], 'second', 100));
  await expect.poll(() => getShown()?.map(numberOf)).toEqual([5, 4]);
  const loaded = observer.fetchNextPage();
  deliver({ position: 101, kind: 'quiz-finished', data: quiz(6) });
  deliver({ position: 102, kind: 'quiz-marked', data: quiz(4, { score: 41 }) });
  await answer(1, respond([quiz(3)], null, 100));
  await loaded;
  expect(getShown()?.map(numberOf)).toEqual([6, 5, 4, 3]);
  expect(getShown()?.find((attempt) => numberOf(attempt) === 4)?.score).toBe(41);
  observer.destroy();
});
