import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { QueryError } from '../../client/api/query-view.tsx';
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
import { connectQuizRunner, quizRunner, useQuizRun } from './run/quiz-runner.ts';

const targetCode = (target: QuizTarget): string | null => {
  if (target.status === 'ready') return target.enrolment.course_code;
  return target.status === 'choose' ? null : target.code;
};

/** Returns whether this tab's quiz belongs to the selected course. It continues even if the student has left the course. */
const belongsToTarget = (run: Run, target: QuizTarget): run is Exclude<Run, { status: 'idle' }> => {
  if (run.status === 'idle') return false;
  return target.status === 'ready'
    ? target.enrolment._id === run.attempt.enrolmentId
    : target.status === 'not-started' && target.code === run.attempt.code;
};

const QuizContent = ({ target }: { target: QuizTarget }) => {
  const run = useQuizRun();
  if (belongsToTarget(run, target)) return <CurrentRun run={run} />;
  switch (target.status) {
    case 'ready':
      return <CourseQuiz key={target.enrolment._id} enrolment={target.enrolment} />;
    case 'no-questions':
      return <NoQuestions />;
    case 'not-started':
      return <NotStarted enrolment={target.enrolment} />;
    case 'choose':
      return target.started.length === 0 ? (
        <NotStarted enrolment={null} />
      ) : (
        <QuizCourseList started={target.started} />
      );
  }
};

/** Clears a finished quiz when the page is left. A running quiz continues. */
const leaveFinishedQuiz = () => {
  if (quizRunner.current().status === 'finished') quizRunner.leave();
};

/** The timed quizzes of a course, given by `?enrolment=`, `?course=` or the state of the link. */
export default function QuizPage() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const query = useEnrolments();
  const { data } = query;
  const target = useMemo(
    () => data && resolveQuizTarget(data, parseQuizRequest(search, state)),
    [data, search, state],
  );
  useEffect(connectQuizRunner, []);
  useEffect(() => leaveFinishedQuiz, []);
  if (!target && !query.error) return <PageSpinner label="Loading the quiz" />;
  const code = target && targetCode(target);
  const subtitle = target?.status === 'ready' ? target.enrolment.course_name : undefined;
  return (
    <Page>
      <PageHeading
        title={code ? `Quiz for ${code}` : 'Quizzes'}
        subtitle={subtitle ?? (target?.status === 'choose' && 'Choose one of your started courses.')}
      />
      {target ? (
        <QuizContent target={target} />
      ) : (
        <QueryError title="Your courses could not be loaded" query={query} />
      )}
    </Page>
  );
}
