import { UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Course } from '#contract/schemas/courses.ts';
import { ChangedTint } from '../../client/live/changed-tint.tsx';
import { paths } from '../../client/paths.ts';
import { Chip } from '../../ui/chip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** An instructor with one of their courses, its code and its category. */
export const InstructorCard = ({ course }: { course: Course }) => (
  <article className="relative flex flex-col items-center rounded-card border border-hairline bg-surface p-5 text-center shadow-card">
    <span
      className="grid size-20 place-items-center rounded-full bg-brand-soft text-brand"
      aria-hidden="true"
    >
      <UserRound className="size-9" strokeWidth={1.5} />
    </span>
    <h2 className="mt-4 text-lg font-semibold wrap-anywhere">{course.instructor}</h2>
    <p className="mt-1 flex-1 font-serif text-lg leading-snug">
      <Link
        to={paths.courseDetails(course._id)}
        className="wrap-anywhere text-brand underline-offset-4 hover:underline"
      >
        {course.course_name}
      </Link>
    </p>
    <p className="mt-4 flex flex-wrap justify-center gap-2">
      <Chip>{course.course_code}</Chip>
      <Chip tone="info">{course.category}</Chip>
    </p>
    <ChangedTint id={course._id} />
  </article>
);

export const InstructorCardSkeleton = () => (
  <div className="flex flex-col items-center gap-3 rounded-card border border-hairline bg-surface p-5">
    <Skeleton className="size-20 rounded-full" />
    <Skeleton className="h-5 w-32" />
    <Skeleton className="h-5 w-44" />
    <Skeleton className="h-5 w-28" />
  </div>
);
