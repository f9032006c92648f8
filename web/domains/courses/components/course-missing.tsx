import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Shown if no course has the id in the address. */
export const CourseMissing = () => (
  <EmptyState
    sentence="This course does not exist."
    detail="It may have been removed, or the link is incomplete."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);
