import { useAtomValue } from 'jotai';
import { UsersRound } from 'lucide-react';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { paths } from '../../client/paths.ts';
import { userAtom } from '../../client/session/session.ts';
import { ButtonLink, type ButtonSize } from '../../ui/button.tsx';
import { canReadRoster } from './can-read-roster.ts';

/** The link to the students of a course, for users who may see them. */
export const RosterLink = ({ course, size = 'small' }: { course: ListedCourse; size?: ButtonSize }) =>
  canReadRoster(useAtomValue(userAtom), course) && (
    <ButtonLink to={paths.courseStudents(course._id)} variant="secondary" size={size}>
      <UsersRound className="size-4 shrink-0" />
      Students
      <span className="sr-only"> of {course.course_name}</span>
    </ButtonLink>
  );
