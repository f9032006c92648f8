import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { paths, quizPath } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useQuizRun } from '../run/quiz-runner.ts';
import { useResumeQuiz } from '../run/use-resume-quiz.ts';
import { QuizStart } from './quiz-start.tsx';

const OtherQuizNotice = ({ code, enrolmentId }: { code: string; enrolmentId: string }) => (
  <div className="mt-8">
    <EmptyState
      sentence={`Your quiz for ${code} is not finished yet.`}
      detail="You can take one quiz at a time. Finish that one first."
      action={
        <>
          <ButtonLink to={quizPath({ course_code: code, _id: enrolmentId })}>Resume quiz</ButtonLink>
          <ButtonLink to={paths.enrolledCourses} look="second">
            My Enrolled Courses
          </ButtonLink>
        </>
      }
    />
  </div>
);

/** The start of a quiz in this course. A quiz that was running before a reload is resumed. */
export const CourseQuiz = ({ enrolment }: { enrolment: EnrolledCourse }) => {
  const run = useQuizRun();
  const isResuming = useResumeQuiz(enrolment._id);
  if (run.status === 'running' || run.status === 'time-up')
    return <OtherQuizNotice code={run.attempt.code} enrolmentId={run.attempt.enrolmentId} />;
  if (!isResuming) return <QuizStart enrolment={enrolment} />;
  return (
    <p role="status" className="mt-8 flex items-center gap-3 text-muted">
      <Spinner label="Loading" /> Resuming your quiz
    </p>
  );
};
