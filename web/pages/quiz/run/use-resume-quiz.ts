import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchQuiz } from '../../../domains/quizzes/quiz-actions.ts';
import { refetchAttempts } from '../../../domains/quizzes/quiz-live.ts';
import { useQuizAttempts } from '../../../domains/quizzes/quiz-queries.ts';
import { quizRunner, useRun } from './quiz-runner.ts';

/**
 * Resumes an attempt of this course that was running when the page was left or reloaded.
 * @returns whether such an attempt is being fetched.
 */
export const useResumeQuiz = (enrolmentId: string): boolean => {
  const run = useRun();
  const { data: attempts } = useQuizAttempts();
  const idle = run.is === 'idle' || (run.is === 'finished' && run.attempt.enrolmentId !== enrolmentId);
  const known = attempts?.find(
    (attempt) => attempt.enrolmentId === enrolmentId && attempt.status === 'running',
  );
  const { data, isError } = useQuery({
    queryKey: ['running-quiz', known?._id],
    queryFn: ({ signal }) => fetchQuiz(known?._id ?? '', signal),
    enabled: idle && known !== undefined,
    // The time that is left was right when it was answered: asked anew each time.
    gcTime: 0,
    staleTime: 0,
  });
  useEffect(() => {
    if (!idle || data === undefined) return;
    if (data.attempt.status === 'running') quizRunner.begin(data);
    else void refetchAttempts();
  }, [idle, data]);
  return idle && known !== undefined && !isError && data?.attempt.status !== 'finished';
};
