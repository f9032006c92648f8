import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { ErrorState } from '../../client/api/error-state.tsx';
import { useEnrolments } from '../../domains/enrolments/enrolment-queries.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { CourseQuiz } from './components/course-quiz.tsx';
import { CurrentRun } from './components/current-run.tsx';
import { NoQuestions } from './components/no-questions.tsx';
import { NotStarted } from './components/not-started.tsx';
import { QuizCourseList } from './components/quiz-course-list.tsx';
import { parseQuizRequest, type QuizTarget, resolveQuizTarget } from './quiz-target.ts';
import type { Run } from './run/create-quiz-runner.ts';
import { quizRunner, startRunner, useRun } from './run/quiz-runner.ts';

const codeOfTarget = (which: QuizTarget): string | null => {
  if (which.is === 'ready') return which.enrolment.course_code;
  return which.is === 'choose' ? null : which.code;
};

/** Returns whether this tab's quiz belongs to the selected course. It continues even if the student has left the course. */
const belongsToTarget = (run: Run, which: QuizTarget): run is Exclude<Run, { is: 'idle' }> => {
  if (run.is === 'idle') return false;
  return which.is === 'ready'
    ? which.enrolment._id === run.attempt.enrolmentId
    : which.is === 'not-started' && which.code === run.attempt.code;
};

const QuizContent = ({ which }: { which: QuizTarget }) => {
  const run = useRun();
  if (belongsToTarget(run, which)) return <CurrentRun run={run} />;
  switch (which.is) {
    case 'ready':
      return <CourseQuiz key={which.enrolment._id} enrolment={which.enrolment} />;
    case 'no-questions':
      return <NoQuestions />;
    case 'not-started':
      return <NotStarted enrolment={which.enrolment} />;
    case 'choose':
      return which.started.length === 0 ? (
        <NotStarted enrolment={null} />
      ) : (
        <QuizCourseList started={which.started} />
      );
  }
};

/** Clears a finished quiz when the page is left. A running quiz continues. */
const leaveFinishedQuiz = () => {
  if (quizRunner.now().is === 'finished') quizRunner.leave();
};

/** The timed quizzes of a course, given by `?enrolment=`, `?course=` or the state of the link. */
export default function QuizPage() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const { data, error, isFetching, refetch } = useEnrolments();
  const which = useMemo(
    () => data && resolveQuizTarget(data, parseQuizRequest(search, state)),
    [data, search, state],
  );
  useEffect(startRunner, []);
  useEffect(() => leaveFinishedQuiz, []);
  if (!which && !error) return <PageSpinner label="Loading the quiz" />;
  const code = which && codeOfTarget(which);
  const subtitle = which?.is === 'ready' ? which.enrolment.course_name : undefined;
  return (
    <Page>
      <PageHeading
        title={code ? `Quiz for ${code}` : 'Quizzes'}
        subtitle={subtitle ?? (which?.is === 'choose' && 'Choose one of your started courses.')}
      />
      {which ? (
        <QuizContent which={which} />
      ) : (
        <ErrorState
          title="Your courses could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
    </Page>
  );
}
