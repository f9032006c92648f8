import type { EnrolledCourse } from '#contract/enrolments.ts';
import { paths, quizAddress } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useRun } from '../run/this-tab.ts';
import { useResumed } from '../run/use-resumed.ts';
import { QuizStart } from './quiz-start.tsx';

const OtherRuns = ({ code, enrolmentId }: { code: string; enrolmentId: string }) => (
  <div className="mt-8">
    <EmptyState
      sentence={`Your quiz for ${code} is not finished yet.`}
      detail="One quiz at a time: finish that one first."
      action={
        <>
          <ButtonLink to={quizAddress({ course_code: code, _id: enrolmentId })}>Go on with it</ButtonLink>
          <ButtonLink to={paths.enrolledCourses} look="second">
            My Enrolled Courses
          </ButtonLink>
        </>
      }
    />
  </div>
);

/** Before a quiz of this course. One that ran before the page was loaded anew is taken up again. */
export const CourseQuiz = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const run = useRun();
  const resuming = useResumed(enrolment._id);
  if (run.is === 'running' || run.is === 'time-up')
    return <OtherRuns code={run.attempt.code} enrolmentId={run.attempt.enrolmentId} />;
  if (!resuming) return <QuizStart enrolment={enrolment} />;
  return (
    <p role="status" className="mt-8 flex items-center gap-3 text-muted">
      <Spinner label="Loading" /> Taking up the quiz that you began
    </p>
  );
};
