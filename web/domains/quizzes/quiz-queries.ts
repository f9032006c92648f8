import { useInfiniteQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { isPermitted } from '#contract/policies.ts';
import {
  type QuizAttempt,
  quizAttempt,
  type SubmittedQuiz,
  submittedQuiz,
} from '#contract/schemas/quizzes.ts';
import { getPage, type ListPage } from '../../client/api/list-page.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { studentEmailAtom, userTypeAtom } from '../../client/session/session.ts';
import {
  attemptsKey,
  type MarkingState,
  markingKey,
  mergeIntoAttempts,
  mergeIntoMarking,
} from './quiz-live.ts';

/** The signed-in student's quiz attempts, newest first, page by page. Disabled for everybody else. */
export const useQuizAttempts = () => {
  const email = useAtomValue(studentEmailAtom) ?? '';
  return useInfiniteQuery({
    queryKey: [...attemptsKey, email],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchAndCatchUp<ListPage<QuizAttempt>>(
        () => getPage('/quizzes', quizAttempt, { query: { email }, cursor: pageParam, signal }),
        mergeIntoAttempts,
      ),
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    enabled: email !== '',
  });
};

/**
 * The written quizzes that the user may mark: those that await marks, oldest first, or the marked ones, latest first. An Admin's reading
 * is recorded.
 */
export const useMarkingList = (state: MarkingState, isEnabled = true) => {
  const userType = useAtomValue(userTypeAtom);
  return useInfiniteQuery({
    queryKey: [...markingKey, state],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchAndCatchUp<ListPage<SubmittedQuiz>>(
        () => getPage('/quizzes/marking', submittedQuiz, { query: { state }, cursor: pageParam, signal }),
        mergeIntoMarking[state],
      ),
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    enabled: isEnabled && isPermitted(userType, 'quiz.mark'),
  });
};
