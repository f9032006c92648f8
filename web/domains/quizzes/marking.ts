import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { LiveMessage } from '#contract/live.ts';
import { may } from '#contract/policies.ts';
import { type SubmittedQuiz, submittedQuiz } from '#contract/quizzes.ts';
import { getPage, type ListPage } from '../../client/api/list-page.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { queryClient } from '../../client/query-client.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { mergeIntoMarked, mergeIntoWaiting } from './merge.ts';

export type MarkingState = 'waiting' | 'marked';

const key = ['marking'] as const;
const merges: Record<
  MarkingState,
  (page: ListPage<SubmittedQuiz>, message: LiveMessage) => ListPage<SubmittedQuiz>
> = { waiting: mergeIntoWaiting, marked: mergeIntoMarked };

type Pages = InfiniteData<ListPage<SubmittedQuiz>, string | null>;

listenLive((message) => {
  for (const state of ['waiting', 'marked'] as const)
    queryClient.setQueryData<Pages>(
      [...key, state],
      (known) => known && { ...known, pages: known.pages.map((page) => merges[state](page, message)) },
    );
});

export const fetchMarkingAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });

const markingQuery = (state: MarkingState) =>
  infiniteQueryOptions({
    queryKey: [...key, state],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      withMissed<ListPage<SubmittedQuiz>>(
        () => getPage('/quizzes/marking', submittedQuiz, { query: { state }, cursor: pageParam, signal }),
        merges[state],
      ),
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

/**
 * The written quizzes that this person may mark: those that wait (the first that came first) or those that are marked
 * (the last first), page by page.
 */
export const useMarking = (state: MarkingState) => {
  const userType = useAtomValue(userTypeAtom);
  return useInfiniteQuery({
    ...markingQuery(state),
    enabled: userType !== null && may(userType, 'quiz.mark'),
  });
};
