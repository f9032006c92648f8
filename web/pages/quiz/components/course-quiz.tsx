import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { fetchQuiz } from '../../../domains/quizzes/quiz-actions.ts';
import { refetchAttempts } from '../../../domains/quizzes/quiz-live.ts';
import { useQuizAttempts } from '../../../domains/quizzes/quiz-queries.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { quizRunner, useQuizRun } from '../run/quiz-runner.ts';
import { OtherQuizNotice } from './other-quiz-notice.tsx';
import { QuizStart } from './quiz-start.tsx';

/**
 * Resumes a running attempt of this course that this tab does not show yet, for example after a reload.
 * @returns whether such an attempt is being fetched.
 */
const useResumeQuiz = (enrolmentId: string): boolean => {
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
    // The remaining time is correct only at the moment of the answer, so the answer is never cached.
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

/** The start of a quiz in this course, or a link to the unfinished quiz of another course. A quiz that was running before a reload is resumed. */
export const CourseQuiz = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const run = useQuizRun();
  const isResuming = useResumeQuiz(enrolment._id);
  if (run.status === 'running' || run.status === 'time-up') return <OtherQuizNotice run={run} />;
  if (!isResuming) return <QuizStart enrolment={enrolment} />;
  return (
    <p role="status" className="mt-8 flex items-center gap-3 text-muted">
      <Spinner label="Loading" /> Resuming your quiz
    </p>
  );
};
