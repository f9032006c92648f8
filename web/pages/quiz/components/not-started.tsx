import type { EnrolledCourse } from '#contract/enrolments.ts';
import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** A quiz belongs to a course that was started: the way to its start, or to a course. */
export const NotStarted = ({ enrolment }: { enrolment: EnrolledCourse | null }) => (
  <div className="mt-8">
    <EmptyState
      sentence="Please start the course first"
      detail={
        enrolment
          ? `You have joined ${enrolment.course_name}. Once it is started, its quizzes open.`
          : 'Quizzes belong to the courses that you have joined and started.'
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
