import { useSyncExternalStore } from 'react';
import { isTransient } from '../../../client/api/api-error.ts';
import { liveEvents } from '../../../client/live/live-events.ts';
import { paths } from '../../../client/paths.ts';
import { sessionStateAtom } from '../../../client/session/session.ts';
import { store } from '../../../client/store.ts';
import { submitQuiz } from '../../../domains/quizzes/quiz-actions.ts';
import { cacheAttempt } from '../../../domains/quizzes/quiz-live.ts';
import { toast } from '../../../ui/toast.ts';
import { createQuizRunner, type Run } from './create-quiz-runner.ts';
import { clearAnswers, loadAnswers, storeAnswers } from './stored-answers.ts';

/** The quiz of this tab. It keeps running while other pages are shown. */
export const quizRunner = createQuizRunner({
  now: Date.now,
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  submit: submitQuiz,
  isTransient: isTransient,
  storeAnswers: storeAnswers,
  loadAnswers: loadAnswers,
  clearAnswers: clearAnswers,
  onTimeUp: () => {
    if (location.pathname !== paths.quizzes) toast.blank('Time is up! The quiz has ended.');
  },
  onResult: cacheAttempt,
});

let isStarted = false;

/** Connects the runner to the browser, the live updates and the session. Only the first call has an effect. */
export const startRunner = (): void => {
  if (isStarted) return;
  isStarted = true;
  document.addEventListener('visibilitychange', quizRunner.look);
  addEventListener('pageshow', quizRunner.look);
  liveEvents.updates.on((message) => {
    if (message.kind === 'quiz-finished' || message.kind === 'quiz-marked') quizRunner.hear(message.data);
  });
  let uid = store.get(sessionStateAtom).person?.uid ?? null;
  store.sub(sessionStateAtom, () => {
    const present = store.get(sessionStateAtom).person?.uid ?? null;
    // The quiz of one person is nobody else's.
    if (uid !== null && present !== uid) quizRunner.leave();
    uid = present;
  });
};

export const useRun = (): Run => useSyncExternalStore(quizRunner.subscribe, quizRunner.now);
