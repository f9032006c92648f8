import { CircleAlert } from 'lucide-react';
import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';

/** Tells the student that they left the course elsewhere. The page stays readable. */
export const CourseLeftBanner = ({ hasLeft }: { hasLeft: boolean }) => (
  <div role="status">
    {hasLeft && (
      <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-warning-ground px-4 py-3 text-sm font-medium text-warning">
        <CircleAlert className="size-5 shrink-0" />
        You left this course in another tab or on another device. Your progress is saved.
        <ButtonLink to={paths.enrolledCourses} variant="secondary" size="small" className="sm:ml-auto">
          My Enrolled Courses
        </ButtonLink>
      </p>
    )}
  </div>
);
