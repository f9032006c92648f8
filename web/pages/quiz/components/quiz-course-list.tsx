import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { quizPath } from '../../../client/paths.ts';
import { Chip } from '../../../ui/chip.tsx';

/** Selects a course, if the address names none. */
export const QuizCourseList = ({ started }: { started: readonly EnrolledCourse[] }) => (
  <ul className="mt-8 grid max-w-3xl gap-3">
    {started.map((enrolment) => (
      <li key={enrolment._id}>
        <Link
          to={quizPath(enrolment)}
          state={{ code: enrolment.course_code }}
          className="flex min-h-16 items-center gap-4 rounded-card border border-hairline bg-surface px-5 py-3 font-medium shadow-card transition-colors hover:border-brand hover:text-brand"
        >
          <Chip>{enrolment.course_code}</Chip>
          <span className="min-w-0 flex-1 wrap-anywhere">{enrolment.course_name}</span>
          <ChevronRight className="size-5 shrink-0" />
        </Link>
      </li>
    ))}
  </ul>
);
