import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchQuiz } from '../../../domains/quizzes/quiz-actions.ts';
import { refetchAttempts } from '../../../domains/quizzes/quiz-live.ts';
import { useQuizAttempts } from '../../../domains/quizzes/quiz-queries.ts';
import { quizRunner, useQuizRun } from './quiz-runner.ts';

/**
 * Resumes an attempt of this course that was running when the page was left or reloaded.
 * @returns whether such an attempt is being fetched.
 */
export const useResumeQuiz = (enrolmentId: string): boolean => {
  const run = useQuizRun();
  const { data: attempts } = useQuizAttempts();
  const isIdle =
    run.status === 'idle' || (run.status === 'finished' && run.attempt.enrolmentId !== enrolmentId);
  const runningAttempt = attempts?.find(
    (attempt) => attempt.enrolmentId === enrolmentId && attempt.status === 'running',
  );
  const { data, isError } = useQuery({
    queryKey: ['running-quiz', runningAttempt?._id],
    queryFn: ({ signal }) => fetchQuiz(runningAttempt?._id ?? '', signal),
    enabled: isIdle && runningAttempt !== undefined,
    // The remaining time is correct only at the moment of the answer, so it is never cached.
    gcTime: 0,
    staleTime: 0,
  });
  useEffect(() => {
    if (!isIdle || data === undefined) return;
    if (data.attempt.status === 'running') quizRunner.begin(data);
    else void refetchAttempts();
  }, [isIdle, data]);
  return isIdle && runningAttempt !== undefined && !isError && data?.attempt.status !== 'finished';
};
