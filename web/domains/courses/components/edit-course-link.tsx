import { Pencil } from 'lucide-react';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { useIsAllowed } from '../../../client/as-of.tsx';
import { paths } from '../../../client/paths.ts';
import { ButtonLink, type ButtonSize } from '../../../ui/button.tsx';

export const EditCourseLink = ({ course, size = 'small' }: { course: ListedCourse; size?: ButtonSize }) =>
  useIsAllowed('course.edit') && (
    <ButtonLink to={paths.updateCourse(course._id)} variant="secondary" size={size}>
      <Pencil className="size-4" />
      Edit
      <span className="sr-only"> {course.course_name}</span>
    </ButtonLink>
  );
