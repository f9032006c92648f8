import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { isPermitted } from '#contract/policies.ts';
import {
  type QuizAttempt,
  quizAttempt,
  type SubmittedQuiz,
  submittedQuiz,
  type TimedQuizAttempt,
  timedQuizAttempt,
} from '#contract/schemas/quizzes.ts';
import { getWithPosition } from '../../client/api/get.ts';
import { getPage, type ListPage } from '../../client/api/list-page.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { livePagesOptions, mergeIntoPages } from '../../client/live/live-pages.ts';
import { studentEmailAtom, userTypeAtom } from '../../client/session/session.ts';
import {
  attemptsKey,
  type MarkingState,
  markingKey,
  mergeIntoAttempts,
  mergeIntoMarking,
  mergeIntoQuizToMark,
} from './quiz-live.ts';

const joinItems = <T>(data: { pages: readonly ListPage<T>[] } | undefined): readonly T[] | undefined =>
  data?.pages.flatMap(({ items }) => items);

/** Small, because each attempt comes with its questions and their solutions. */
const attemptsPerPage = 10;

/** Returns the query for a student's quiz attempts, newest first. */
export const attemptsQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: [...attemptsKey, email],
    ...livePagesOptions<ListPage<QuizAttempt>>({
      fetchPage: (cursor, signal) =>
        getPage('/quizzes', quizAttempt, { query: { email, limit: attemptsPerPage }, cursor, signal }),
      merge: (cached, update) => mergeIntoPages(cached, update, (page) => mergeIntoAttempts(page, update)),
    }),
  });

/** Queries the signed-in student's quiz attempts, newest first, page by page. Disabled for all other users. */
export const useQuizAttempts = () => {
  const email = useAtomValue(studentEmailAtom) ?? '';
  const query = useInfiniteQuery({ ...attemptsQuery(email), enabled: email !== '' });
  return { ...query, data: joinItems(query.data) };
};

/**
 * Returns the query for the written quizzes that the user may mark: those that await marks, oldest first, or the marked ones, most
 * recently marked first. The server sends the quizzes without their questions. Live updates contain the questions.
 */
export const markingQuery = (state: MarkingState) =>
  infiniteQueryOptions({
    queryKey: [...markingKey, state],
    ...livePagesOptions<ListPage<SubmittedQuiz>>({
      fetchPage: (cursor, signal) =>
        getPage('/quizzes/marking', submittedQuiz, {
          query: { state, withoutQuestions: 'true' },
          cursor,
          signal,
        }),
      merge: (cached, update) =>
        mergeIntoPages(cached, update, (page) => mergeIntoMarking[state](page, update)),
    }),
  });

/** Queries the written quizzes that the user may mark, page by page. An Admin's reading is recorded. */
export const useMarkingList = (state: MarkingState, isEnabled = true) => {
  const userType = useAtomValue(userTypeAtom);
  const isAllowed = isEnabled && isPermitted(userType, 'quiz.mark');
  const query = useInfiniteQuery({ ...markingQuery(state), enabled: isAllowed });
  return { ...query, data: joinItems(query.data) };
};

/** Returns the query for a written quiz with its questions, for a user who may mark it. Live updates bring new marks. */
export const quizToMarkQuery = (id: string) =>
  queryOptions({
    queryKey: [...markingKey, 'one', id],
    queryFn: ({ signal }) =>
      fetchAndCatchUp<TimedQuizAttempt>(
        () => getWithPosition(`/quizzes/${encodeURIComponent(id)}`, timedQuizAttempt, { signal }),
        mergeIntoQuizToMark,
      ),
  });
