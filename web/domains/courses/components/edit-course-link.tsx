import { Pencil } from 'lucide-react';
import type { Course } from '#contract/courses.ts';
import { useMayDo } from '../../../client/as-of/may-do.ts';
import { paths } from '../../../client/paths.ts';
import { ButtonLink, type ButtonSize } from '../../../ui/button.tsx';

/** Leads to the form that edits the course; shown to those who may. */
export const EditCourseLink = ({ course, size = 'small' }: { course: Course; size?: ButtonSize }) =>
  useMayDo('course.edit') && (
    <ButtonLink to={paths.updateCourse(course._id)} look="second" size={size}>
      <Pencil className="size-4" aria-hidden="true" />
      Edit
      <span className="sr-only"> {course.course_name}</span>
    </ButtonLink>
  );
