import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';

/** The address names no course that the student has joined. */
export const NotEnrolled = () => (
  <EmptyState
    sentence="You are not enrolled in a course at this address."
    detail="Enroll on the page of the course, or go on with one that you have joined."
    action={
      <>
        <ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>
        <ButtonLink to={paths.enrolledCourses} look="second">
          My Enrolled Courses
        </ButtonLink>
      </>
    }
  />
);
