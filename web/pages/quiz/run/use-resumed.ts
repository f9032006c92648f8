import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readQuiz } from '../../../domains/quizzes/acts.ts';
import { fetchAttemptsAgain, useQuizAttempts } from '../../../domains/quizzes/attempts.ts';
import { runner, useRun } from './this-tab.ts';

/**
 * Takes up the attempt of this course that ran when the page was left or loaded anew.
 * @returns whether there is one that is being asked for.
 */
export const useResumed = (enrolmentId: string): boolean => {
  const run = useRun();
  const { data: attempts } = useQuizAttempts();
  const idle = run.is === 'idle' || (run.is === 'finished' && run.attempt.enrolmentId !== enrolmentId);
  const known = attempts?.find(
    (attempt) => attempt.enrolmentId === enrolmentId && attempt.status === 'running',
  );
  const { data, isError } = useQuery({
    queryKey: ['running-quiz', known?._id],
    queryFn: ({ signal }) => readQuiz(known?._id ?? '', signal),
    enabled: idle && known !== undefined,
    // The time that is left was right when it was answered: asked anew each time.
    gcTime: 0,
    staleTime: 0,
  });
  useEffect(() => {
    if (!idle || data === undefined) return;
    if (data.attempt.status === 'running') runner.begin(data);
    else void fetchAttemptsAgain();
  }, [idle, data]);
  return idle && known !== undefined && !isError && data?.attempt.status !== 'finished';
};
