import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Shown if the course was not started, with a link to start it or to find a course. */
export const NotStarted = ({ enrolment }: { enrolment: EnrolledCourse | null }) => (
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
            <ButtonLink to={paths.allCourses} look="second">
              Show All Courses
            </ButtonLink>
          </>
        )
      }
    />
  </div>
);
