import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

export const NoQuestions = () => (
  <div className="mt-8">
    <EmptyState
      sentence="No questions available for this course."
      action={<ButtonLink to={paths.enrolledCourses}>My Enrolled Courses</ButtonLink>}
    />
  </div>
);
