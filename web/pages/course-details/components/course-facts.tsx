import type { ReactNode } from 'react';
import type { Course } from '#contract/schemas/courses.ts';
import { CourseFact } from '../../../domains/courses/components/course-fact.tsx';
import { DifficultyMeter } from '../../../domains/courses/components/difficulty-meter.tsx';
import { formatDollars, formatDurationInYears } from '../../../domains/courses/course-format.ts';

/** The target of the link "All details" in the bar that narrow screens show. */
export const factsId = 'facts';

/**
 * The price and facts of a course. On wide screens they stay visible beside a long description.
 * @param more additional facts.
 * @param children buttons.
 */
export const CourseFacts = ({
  course,
  more,
  children,
}: {
  course: Course;
  more?: ReactNode;
  children: ReactNode;
}) => (
  <aside
    id={factsId}
    aria-label="Price and details"
    className="rounded-card border border-hairline bg-surface p-5 shadow-card lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
  >
    <p className="text-sm text-muted">Price</p>
    <p className="font-serif text-3xl font-semibold">{formatDollars(course.price)}</p>
    <dl className="mt-4 border-t border-hairline">
      <CourseFact name="Code">{course.course_code}</CourseFact>
      <CourseFact name="Category">{course.category}</CourseFact>
      <CourseFact name="Duration">{formatDurationInYears(course.duration)}</CourseFact>
      <CourseFact name="Difficulty">
        <DifficultyMeter difficulty={course.difficulty} />
      </CourseFact>
      <CourseFact name="Instructor">{course.instructor}</CourseFact>
      {more}
    </dl>
    <div className="mt-4 flex flex-wrap gap-3 *:grow *:basis-32 [&>:is(a,button)]:whitespace-nowrap empty:hidden">
      {children}
    </div>
  </aside>
);
