import { getQuizPath, paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Running, TimeUp } from '../run/create-quiz-runner.ts';

/** Says that another quiz must be finished first, or, if its time is up, that its results must be viewed first. */
export const OtherQuizNotice = ({
  run: { status, attempt },
}: {
  run: Pick<Running | TimeUp, 'status' | 'attempt'>;
}) => {
  const { code, enrolmentId } = attempt;
  const isTimeUp = status === 'time-up';
  return (
    <div className="mt-8">
      <EmptyState
        sentence={
          isTimeUp ? `The time for your ${code} quiz is up.` : `Your quiz for ${code} is not finished yet.`
        }
        detail={`You can take one quiz at a time. ${isTimeUp ? 'View the results of that one' : 'Finish that one'} first.`}
        action={
          <>
            <ButtonLink to={getQuizPath({ course_code: code, _id: enrolmentId })}>
              {isTimeUp ? 'View results' : 'Resume quiz'}
            </ButtonLink>
            <ButtonLink to={paths.enrolledCourses} variant="secondary">
              My Enrolled Courses
            </ButtonLink>
          </>
        }
      />
    </div>
  );
};
