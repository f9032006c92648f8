import { useSyncExternalStore } from 'react';
import { isPassing } from '../../../client/api/api-error.ts';
import { listenLive } from '../../../client/live/listeners.ts';
import { paths } from '../../../client/paths.ts';
import { submitQuiz } from '../../../domains/quizzes/acts.ts';
import { rememberAttempt } from '../../../domains/quizzes/attempts.ts';
import { sessionStateAtom } from '../../../client/session/session.ts';
import { store } from '../../../client/store.ts';
import { toast } from '../../../ui/toast.ts';
import { forgetAnswers, keepAnswers, keptAnswers } from './kept-answers.ts';
import { quizRunner, type Run } from './runner.ts';

/** The quiz of this tab. It lives beside the pages: who looks at another one meanwhile finds it running. */
export const runner = quizRunner({
  now: Date.now,
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  submit: submitQuiz,
  isPassing,
  keep: keepAnswers,
  kept: keptAnswers,
  forget: forgetAnswers,
  onTimeUp: () => {
    if (location.pathname !== paths.quizzes) toast.blank('Time is up! The quiz has ended.');
  },
  onResult: rememberAttempt,
});

document.addEventListener('visibilitychange', runner.look);
addEventListener('pageshow', runner.look);

listenLive((message) => {
  if (message.kind === 'quiz-finished' || message.kind === 'quiz-marked') runner.hear(message.data);
});

let uid = store.get(sessionStateAtom).person?.uid ?? null;
store.sub(sessionStateAtom, () => {
  const present = store.get(sessionStateAtom).person?.uid ?? null;
  // The quiz of one person is nobody else's.
  if (uid !== null && present !== uid) runner.leave();
  uid = present;
});

export const useRun = (): Run => useSyncExternalStore(runner.subscribe, runner.now);
