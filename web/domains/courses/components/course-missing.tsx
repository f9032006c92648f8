import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Shown if the id in the address does not belong to a course, or if the course was removed. */
export const CourseMissing = () => (
  <EmptyState
    sentence="This course does not exist."
    detail="It may have been removed, or the link is incomplete."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);
