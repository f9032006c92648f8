import { useAtomValue } from 'jotai';
import { ChevronRight } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { getQuizPath, paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { useEnrolments } from '../../domains/enrolments/enrolment-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';
import { CourseQuiz } from './components/course-quiz.tsx';
import { FinishedQuiz } from './components/finished-quiz.tsx';
import { NoQuestions } from './components/no-questions.tsx';
import { RunningQuiz } from './components/running-quiz.tsx';
import { parseQuizRequest, type QuizTarget, resolveQuizTarget } from './quiz-target.ts';
import type { Run } from './run/create-quiz-runner.ts';
import { connectQuizRunner, quizRunner, useQuizRun } from './run/quiz-runner.ts';

/** Shown if the course has not been started, with a link to start it or to find a course. */
const NotStarted = ({ enrolment }: { enrolment: EnrolledCourse | null }) => (
  <div className="mt-8">
    <EmptyState
      sentence="Please start the course first"
      detail={
        enrolment
          ? `You are enrolled in ${enrolment.course_name}. Start it to unlock its quizzes.`
          : 'You can take quizzes in courses that you have started.'
      }
      action={
        enrolment ? (
          <ButtonLink to={paths.showModules(enrolment._id)}>Go to course page</ButtonLink>
        ) : (
          <>
            <ButtonLink to={paths.enrolledCourses}>My Enrolled Courses</ButtonLink>
            <ButtonLink to={paths.allCourses} variant="secondary">
              Show All Courses
            </ButtonLink>
          </>
        )
      }
    />
  </div>
);

/** The courses to choose from if the address names no course. */
const QuizCourseList = ({ started }: { started: readonly EnrolledCourse[] }) => (
  <ul className="mt-8 grid max-w-3xl gap-3">
    {started.map((enrolment) => (
      <li key={enrolment._id}>
        <Link
          to={getQuizPath(enrolment)}
          state={{ code: enrolment.course_code }}
          className="flex min-h-16 items-center gap-4 rounded-card border border-hairline bg-surface px-5 py-3 font-medium shadow-card transition-colors hover:border-brand hover:text-brand"
        >
          <Chip>{enrolment.course_code}</Chip>
          <span className="min-w-0 flex-1 wrap-anywhere">{enrolment.course_name}</span>
          <ChevronRight className="size-5 shrink-0" />
        </Link>
      </li>
    ))}
  </ul>
);

const CurrentRun = ({ run }: { run: Exclude<Run, { status: 'idle' }> }) => {
  const session = useAtomValue(sessionAtom);
  const displayName = session.status === 'signed-in' ? session.person.displayName : '';
  return run.status === 'finished' ? (
    <FinishedQuiz attempt={run.attempt} wasSubmittedElsewhere={run.wasSubmittedElsewhere} />
  ) : (
    <RunningQuiz run={run} displayName={displayName} />
  );
};

const getTargetCode = (target: QuizTarget): string | null => {
  if (target.status === 'ready') return target.enrolment.course_code;
  return target.status === 'choose' ? null : target.code;
};

/**
 * Returns whether this tab's quiz belongs to the selected course. A quiz continues even if the student leaves its course: then
 * there is no enrolment to compare, only the course code.
 */
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

/** The timed quizzes of the course that `?enrolment=`, `?course=` or the state of the link names, or a list of courses to choose from. */
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
  if (!target && !query.error)
    return (
      <PageSkeleton label="Loading the quiz">
        <div className="grid max-w-4xl gap-4 sm:grid-cols-2">
          <Skeletons count={2} className="h-36 rounded-card" />
        </div>
      </PageSkeleton>
    );
  const code = target && getTargetCode(target);
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
