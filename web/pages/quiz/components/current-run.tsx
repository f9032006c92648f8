import { useAtomValue } from 'jotai';
import { sessionAtom } from '../../../client/session/session.ts';
import type { Run } from '../run/create-quiz-runner.ts';
import { FinishedQuiz } from './finished-quiz.tsx';
import { RunningQuiz } from './running-quiz.tsx';

/** The running or finished quiz of this tab. */
export const CurrentRun = ({ run }: { run: Exclude<Run, { status: 'idle' }> }) => {
  const session = useAtomValue(sessionAtom);
  const displayName = session.status === 'signed-in' ? session.person.displayName : '';
  return run.status === 'finished' ? (
    <FinishedQuiz attempt={run.attempt} wasSubmittedElsewhere={run.wasSubmittedElsewhere} />
  ) : (
    <RunningQuiz run={run} displayName={displayName} />
  );
};
