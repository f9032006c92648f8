import type { LiveMessage } from '#contract/live.ts';
import type { QuizAttempt, SubmittedQuiz } from '#contract/quizzes.ts';
import type { ListPage } from '../../client/api/list-page.ts';

/** Replaces the item with the same id; the same page when it has none. */
const replaced = <T extends { _id: string }>(page: ListPage<T>, item: T): ListPage<T> =>
  page.items.some(({ _id }) => _id === item._id)
    ? { ...page, items: page.items.map((known) => (known._id === item._id ? item : known)) }
    : page;

const has = ({ items }: ListPage<{ _id: string }>, id: string) => items.some(({ _id }) => _id === id);

/** The attempt in its place; one that is newer than all that are known stands first. */
export const withAttempt = (page: ListPage<QuizAttempt>, attempt: QuizAttempt): ListPage<QuizAttempt> => {
  if (has(page, attempt._id)) return replaced(page, attempt);
  const newest = page.items[0];
  const belongs = page.first && (!newest || Date.parse(attempt.startedAt) >= Date.parse(newest.startedAt));
  return belongs ? { ...page, items: [attempt, ...page.items] } : page;
};

/** A page of a student's attempts, the newest first, after one live message. */
export const mergeIntoAttempts = (
  page: ListPage<QuizAttempt>,
  message: LiveMessage,
): ListPage<QuizAttempt> =>
  message.kind === 'quiz-finished' || message.kind === 'quiz-marked' ? withAttempt(page, message.data) : page;

const waitingWith = (page: ListPage<SubmittedQuiz>, quiz: SubmittedQuiz): ListPage<SubmittedQuiz> => {
  if (has(page, quiz._id)) return replaced(page, quiz);
  return page.next === null ? { ...page, items: [...page.items, quiz] } : page;
};

/** A page of the quizzes that wait for marks, the first that came first, after one live message. */
export const mergeIntoWaiting = (
  page: ListPage<SubmittedQuiz>,
  message: LiveMessage,
): ListPage<SubmittedQuiz> => {
  if (message.kind === 'quiz-submitted') return waitingWith(page, message.data);
  if (message.kind === 'quiz-marks-changed' && has(page, message.data._id))
    return { ...page, items: page.items.filter(({ _id }) => _id !== message.data._id) };
  return page;
};

/** A page of the marked quizzes, the last marked first, after one live message. */
export const mergeIntoMarked = (
  page: ListPage<SubmittedQuiz>,
  message: LiveMessage,
): ListPage<SubmittedQuiz> => {
  if (message.kind !== 'quiz-marks-changed') return page;
  const others = page.items.filter(({ _id }) => _id !== message.data._id);
  if (page.first) return { ...page, items: [message.data, ...others] };
  return others.length === page.items.length ? page : { ...page, items: others };
};
