import type { ReactNode } from 'react';
import type { Course } from '#contract/courses.ts';
import { durationInYears, priceInDollars } from '../../../domains/courses/words.ts';
import { DifficultyMeter } from '../../../domains/courses/components/difficulty-meter.tsx';

/** Where the bar of small screens leads. */
export const factsId = 'facts';

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-b border-hairline py-3 last:border-b-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-right font-medium wrap-anywhere">{children}</dd>
  </div>
);

/** Price and facts, `more` of them where there are; `children` are what the person may do. It stays in view beside a long story. */
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
    aria-label="Facts and price"
    className="rounded-card border border-hairline bg-surface p-5 shadow-card lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
  >
    <p className="text-sm text-muted">Price</p>
    <p className="font-serif text-3xl font-semibold">{priceInDollars(course.price)}</p>
    <dl className="mt-4 border-t border-hairline">
      <Fact name="Code">{course.course_code}</Fact>
      <Fact name="Category">{course.category}</Fact>
      <Fact name="Duration">{durationInYears(course.duration)}</Fact>
      <Fact name="Difficulty">
        <DifficultyMeter difficulty={course.difficulty} />
      </Fact>
      <Fact name="Instructor">{course.instructor}</Fact>
      {more}
    </dl>
    <div className="mt-4 flex flex-wrap gap-3 *:flex-1 empty:hidden">{children}</div>
  </aside>
);
