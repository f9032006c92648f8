import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type QuizAttempt, quizAttempt } from '#contract/quizzes.ts';
import { getPage, type ListPage } from '../../client/api/list-page.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { queryClient } from '../../client/query-client.ts';
import { studentEmailAtom } from '../../client/session/student.ts';
import { mergeIntoAttempts, withAttempt } from './merge.ts';

const key = ['quizzes'] as const;

type Pages = InfiniteData<ListPage<QuizAttempt>, string | null>;

const changePages = (change: (page: ListPage<QuizAttempt>) => ListPage<QuizAttempt>): void => {
  queryClient.setQueriesData<Pages>(
    { queryKey: key },
    (known) => known && { ...known, pages: known.pages.map(change) },
  );
};

/** Puts an attempt, as the server has just answered it, among those that are known. */
export const rememberAttempt = (attempt: QuizAttempt): void =>
  changePages((page) => withAttempt(page, attempt));

listenLive((message) => changePages((page) => mergeIntoAttempts(page, message)));

export const fetchAttemptsAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });

const attemptsQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: [...key, email],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      withMissed<ListPage<QuizAttempt>>(
        () => getPage('/quizzes', quizAttempt, { query: { email }, cursor: pageParam, signal }),
        mergeIntoAttempts,
      ),
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

/** The signed-in student's attempts at quizzes, the newest first, page by page; for everybody else nothing is asked. */
export const useQuizAttempts = () => {
  const email = useAtomValue(studentEmailAtom);
  return useInfiniteQuery({ ...attemptsQuery(email ?? ''), enabled: email !== null });
};
