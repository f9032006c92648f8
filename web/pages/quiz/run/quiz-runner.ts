import { useSyncExternalStore } from 'react';
import { z } from 'zod/mini';
import { ApiError, isTransient } from '../../../client/api/api-error.ts';
import { liveEvents } from '../../../client/live/live-events.ts';
import { paths } from '../../../client/paths.ts';
import { sessionStateAtom } from '../../../client/session/session.ts';
import { store } from '../../../client/store.ts';
import { fetchQuiz, type QuizAnswers, submitQuiz } from '../../../domains/quizzes/quiz-actions.ts';
import { cacheAttempt } from '../../../domains/quizzes/quiz-live.ts';
import { toast } from '../../../ui/toast.ts';
import { createQuizRunner, type Run } from './create-quiz-runner.ts';

/** Returns the key of the signed-in user's answers in the session storage. It ends with the user's id, so that the answers of other users can be removed. */
const getStorageKey = () => `lyceum-quiz-answers ${store.get(sessionStateAtom).person?.uid}`;

const storedAnswers = z.object({
  /** The id of the attempt. */
  attempt: z.string(),
  answers: z.record(z.string(), z.union([z.number(), z.string()])),
});

/** Stores the answers of the current attempt for this tab, so that they survive a reload. */
const storeAnswers = (attemptId: string, answers: QuizAnswers): void => {
  try {
    sessionStorage.setItem(getStorageKey(), JSON.stringify({ attempt: attemptId, answers }));
  } catch {
    // If the storage is full or blocked, the answers do not survive a reload.
  }
};

const loadAnswers = (attemptId: string): QuizAnswers => {
  try {
    const stored = storedAnswers.safeParse(JSON.parse(sessionStorage.getItem(getStorageKey()) ?? 'null'));
    return stored.success && stored.data.attempt === attemptId ? stored.data.answers : {};
  } catch {
    return {};
  }
};

const clearAnswers = (): void => {
  try {
    sessionStorage.removeItem(getStorageKey());
  } catch {
    // The storage is blocked, so nothing was stored.
  }
};

/** The quiz of this tab. It keeps running while other pages are shown. */
export const quizRunner = createQuizRunner({
  now: () => performance.now(),
  deviceTime: Date.now,
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  submit: submitQuiz,
  fetch: fetchQuiz,
  isTransient,
  isNotFound: (error) => error instanceof ApiError && error.status === 404,
  storeAnswers,
  loadAnswers,
  clearAnswers,
  onTimeUp: () => {
    if (location.pathname !== paths.quizzes) toast.neutral('Time is up! The quiz has ended.');
  },
  onNotFound: () => toast.neutral('This quiz no longer exists.'),
  onResult: cacheAttempt,
});

let isConnected = false;

/** Connects the runner to the browser, the live updates and the session. Only the first call has an effect. */
export const connectQuizRunner = (): void => {
  if (isConnected) return;
  isConnected = true;
  document.addEventListener('visibilitychange', quizRunner.checkClock);
  addEventListener('pageshow', quizRunner.checkClock);
  liveEvents.updates.on((message) => {
    if (message.kind === 'quiz-finished' || message.kind === 'quiz-marked')
      quizRunner.handleUpdate(message.data);
  });
  let uid = store.get(sessionStateAtom).person?.uid ?? null;
  store.sub(sessionStateAtom, () => {
    const newUid = store.get(sessionStateAtom).person?.uid ?? null;
    // Another user must not see this user's quiz.
    if (uid !== null && newUid !== uid) quizRunner.leave();
    uid = newUid;
  });
};

export const useQuizRun = (): Run => useSyncExternalStore(quizRunner.subscribe, quizRunner.current);
