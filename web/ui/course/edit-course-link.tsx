import { useAtomValue } from 'jotai';
import { Pencil } from 'lucide-react';
import type { Course } from '#events/contract/courses.ts';
import { may } from '#events/contract/policies.ts';
import { paths } from '../../lib/paths.ts';
import { userTypeAtom } from '../../lib/session/session.ts';
import { ButtonLink, type ButtonSize } from '../button.tsx';

/** Leads to the form that edits the course; shown to those who may. */
export const EditCourseLink = ({ course, size = 'small' }: { course: Course; size?: ButtonSize }) =>
  may(useAtomValue(userTypeAtom), 'course.edit') && (
    <ButtonLink to={paths.updateCourse(course._id)} look="second" size={size}>
      <Pencil className="size-4" aria-hidden="true" />
      Edit
      <span className="sr-only"> {course.course_name}</span>
    </ButtonLink>
  );
