import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useEnrolments } from '../../domains/enrolments/enrolments.ts';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { CourseChoice } from './components/course-choice.tsx';
import { CourseQuiz } from './components/course-quiz.tsx';
import { CurrentRun } from './components/current-run.tsx';
import { NoQuestions } from './components/no-questions.tsx';
import { NotStarted } from './components/not-started.tsx';
import type { Run } from './run/runner.ts';
import { runner, useRun } from './run/this-tab.ts';
import { askedFor, type WhichCourse, whichCourse } from './which-course.ts';

const codeOf = (which: WhichCourse): string | null => {
  if (which.is === 'ready') return which.enrolment.course_code;
  return which.is === 'choose' ? null : which.code;
};

/** Whether the quiz of this tab is the one that the page is about; it goes on when its course was left meanwhile. */
const isAbout = (run: Run, which: WhichCourse): run is Exclude<Run, { is: 'idle' }> => {
  if (run.is === 'idle') return false;
  return which.is === 'ready'
    ? which.enrolment._id === run.attempt.enrolmentId
    : which.is === 'not-started' && which.code === run.attempt.code;
};

const Content = ({ which }: { which: WhichCourse }) => {
  const run = useRun();
  if (isAbout(run, which)) return <CurrentRun run={run} />;
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
        <CourseChoice started={which.started} />
      );
  }
};

/** A result that was looked at is put away; a quiz that runs goes on. */
const putAway = () => {
  if (runner.now().is === 'finished') runner.leave();
};

/** Short timed quizzes of a course, by `?enrolment=`, `?course=` or what the link carried. */
export default function QuizPage() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const { data, error, isFetching, refetch } = useEnrolments();
  const which = useMemo(() => data && whichCourse(data, askedFor(search, state)), [data, search, state]);
  useEffect(() => putAway, []);
  if (!which && !error) return <PageSpinner label="Loading the quiz" />;
  const code = which && codeOf(which);
  const subtitle = which?.is === 'ready' ? which.enrolment.course_name : undefined;
  return (
    <Page>
      <PageHeading
        title={code ? `Quiz for ${code}` : 'Quizzes'}
        subtitle={subtitle ?? (which?.is === 'choose' && 'Choose one of the courses that you have started.')}
      />
      {which ? (
        <Content which={which} />
      ) : (
        <ErrorState
          title="Your courses could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </Page>
  );
}
