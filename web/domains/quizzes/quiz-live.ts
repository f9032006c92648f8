import type { InfiniteData } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { QuizAttempt, SubmittedQuiz, TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import type { ListPage } from '../../client/api/list-page.ts';
import { markChanged } from '../../client/live/changed-records.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { mergeIntoPages } from '../../client/live/live-pages.ts';
import { createSpreadRefetch } from '../../client/live/spread-refetch.ts';
import { queryClient } from '../../client/query-client.ts';

export type MarkingState = 'waiting' | 'marked';

export const attemptsKey = ['quizzes'] as const;
export const markingKey = ['marking'] as const;

type Pages<T> = InfiniteData<ListPage<T>, string | null>;

/** Replaces an attempt in the cached list with the one from a server's answer, or inserts it if it is the newest. */
export const cacheAttempt = (attempt: QuizAttempt): void => {
  queryClient.setQueriesData<Pages<QuizAttempt>>(
    { queryKey: attemptsKey },
    (cached) => cached && { ...cached, pages: cached.pages.map((page) => insertAttempt(page, attempt)) },
  );
};

export const refetchAttempts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: attemptsKey });

export const refetchMarking = (): Promise<void> => queryClient.invalidateQueries({ queryKey: markingKey });

/** Replaces the item that has the same id. Returns the same page if no item has it. */
const replace = <T extends { _id: string }>(page: ListPage<T>, item: T): ListPage<T> =>
  page.items.some(({ _id }) => _id === item._id)
    ? { ...page, items: page.items.map((cached) => (cached._id === item._id ? item : cached)) }
    : page;

const hasItem = ({ items }: ListPage<{ _id: string }>, id: string) => items.some(({ _id }) => _id === id);

/** Replaces an attempt, or inserts it at the top of the first page if it is the newest. */
export const insertAttempt = (page: ListPage<QuizAttempt>, attempt: QuizAttempt): ListPage<QuizAttempt> => {
  if (hasItem(page, attempt._id)) return replace(page, attempt);
  const newest = page.items[0];
  const isNewest = page.isFirst && (!newest || Date.parse(attempt.startedAt) >= Date.parse(newest.startedAt));
  return isNewest ? { ...page, items: [attempt, ...page.items] } : page;
};

/** Applies one live update to a page of a student's attempts, newest first. */
export const mergeIntoAttempts = (page: ListPage<QuizAttempt>, update: LiveMessage): ListPage<QuizAttempt> =>
  update.kind === 'quiz-finished' || update.kind === 'quiz-marked' ? insertAttempt(page, update.data) : page;

/** Applies one live update to a page of the quizzes that await marks, oldest first. */
export const mergeIntoWaiting = (
  page: ListPage<SubmittedQuiz>,
  update: LiveMessage,
): ListPage<SubmittedQuiz> => {
  if (update.kind === 'quiz-submitted') {
    if (hasItem(page, update.data._id)) return replace(page, update.data);
    return page.next === null ? { ...page, items: [...page.items, update.data] } : page;
  }
  if (update.kind === 'quiz-marks-changed' && hasItem(page, update.data._id))
    return { ...page, items: page.items.filter(({ _id }) => _id !== update.data._id) };
  return page;
};

/** Applies one live update to a page of the marked quizzes, most recently marked first. */
export const mergeIntoMarked = (
  page: ListPage<SubmittedQuiz>,
  update: LiveMessage,
): ListPage<SubmittedQuiz> => {
  if (update.kind !== 'quiz-marks-changed') return page;
  const others = page.items.filter(({ _id }) => _id !== update.data._id);
  if (page.isFirst) return { ...page, items: [update.data, ...others] };
  return others.length === page.items.length ? page : { ...page, items: others };
};

export const mergeIntoMarking: Record<MarkingState, typeof mergeIntoMarked> = {
  waiting: mergeIntoWaiting,
  marked: mergeIntoMarked,
};

/** Applies one live update to a quiz that is being marked. */
export const mergeIntoQuizToMark = (quiz: TimedQuizAttempt, update: LiveMessage): TimedQuizAttempt =>
  update.kind === 'quiz-marks-changed' && update.data._id === quiz._id ? { ...quiz, ...update.data } : quiz;

/** After a change that affects everybody who may mark, clients spread their requests over this time. */
const spreadMs = 1_000;

/** Fetches the shown quizzes again. Removes the others from the cache, because the user may no longer be permitted to read them. */
const scheduleMarkingRefetch = createSpreadRefetch(() => {
  queryClient.removeQueries({ queryKey: markingKey, type: 'inactive' });
  void refetchMarking();
});

export const registerQuizLiveHandlers = (live: LiveEvents): void => {
  live.updates.on((update) => {
    queryClient.setQueriesData<Pages<QuizAttempt>>(
      { queryKey: attemptsKey },
      (cached) => cached && mergeIntoPages(cached, update, (page) => mergeIntoAttempts(page, update)),
    );
    for (const state of ['waiting', 'marked'] as const)
      queryClient.setQueryData<Pages<SubmittedQuiz>>(
        [...markingKey, state],
        (cached) => cached && mergeIntoPages(cached, update, (page) => mergeIntoMarking[state](page, update)),
      );
    if (update.kind === 'quiz-marks-changed')
      queryClient.setQueryData<TimedQuizAttempt>(
        [...markingKey, 'one', update.data._id],
        (cached) => cached && mergeIntoQuizToMark(cached, update),
      );
    switch (update.kind) {
      // `quiz-finished` is the student's own act, so it highlights nothing.
      case 'quiz-submitted':
      case 'quiz-marked':
      case 'quiz-marks-changed':
        markChanged(update.data._id);
        break;
      // A course may have a different teacher now, and the quizzes of a removed student disappear. Only the server knows which quizzes are affected.
      case 'course-changed':
      case 'user-removed':
      case 'person-removed':
        scheduleMarkingRefetch(spreadMs);
        break;
      default:
    }
  });
};
