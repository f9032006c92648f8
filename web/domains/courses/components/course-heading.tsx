import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Course } from '#contract/schemas/courses.ts';
import { Chip } from '../../../ui/chip.tsx';

/** The heading of a course page. @param chips shown beside the category. */
export const CourseHeading = ({
  course,
  chips,
}: {
  course: Pick<Course, 'category' | 'course_name' | 'instructor'>;
  chips?: ReactNode;
}) => (
  <header>
    <div className="flex flex-wrap gap-2">
      <Chip tone="info">{course.category}</Chip>
      {chips}
    </div>
    <h1
      tabIndex={-1}
      className="mt-4 font-serif text-3xl font-semibold tracking-tight wrap-anywhere sm:text-4xl"
    >
      {course.course_name}
    </h1>
    <p className="mt-4 flex items-center gap-2 text-muted">
      <UserRound className="size-4.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Instructor: <span className="font-medium text-ink">{course.instructor}</span>
      </span>
    </p>
  </header>
);
