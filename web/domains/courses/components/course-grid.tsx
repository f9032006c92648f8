import { type ReactNode, useState } from 'react';
import type { Course } from '#contract/schemas/courses.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CourseCard } from './course-card.tsx';

/** 1 column, 2 from 640 px, 3 from 1024 px; with `wide` 4 from 1280 px. */
export const gridClasses = (wide = false) =>
  classNames('grid gap-6 sm:grid-cols-2 lg:grid-cols-3', wide && 'xl:grid-cols-4');

/** Cards that are shown at first. A button shows more, so that ten thousand courses stay fast. */
const pageSize = 48;

export const CourseGrid = ({ courses, wide = false }: { courses: readonly Course[]; wide?: boolean }) => {
  const [shown, setShown] = useState(pageSize);
  const remaining = courses.length - shown;
  return (
    <>
      <ul className={gridClasses(wide)}>
        {courses.slice(0, shown).map((course, index) => (
          <li key={course._id} className="grid">
            <CourseCard course={course} eager={index < 4} />
          </li>
        ))}
      </ul>
      {remaining > 0 && (
        <div className="mt-8 text-center">
          <Button look="second" onClick={() => setShown(shown + pageSize)}>
            Show {Math.min(remaining, pageSize)} more of {courses.length}
          </Button>
        </div>
      )}
    </>
  );
};

const CourseCardSkeleton = () => (
  <div aria-hidden="true" className="overflow-hidden rounded-card border border-hairline bg-surface">
    <Skeleton className="aspect-video rounded-none" />
    <div className="flex flex-col gap-3 p-5">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="mt-3 h-11 w-full" />
    </div>
  </div>
);

/** A placeholder for the grid while it is loading. */
export const CourseGridSkeleton = ({ count, wide = false }: { count: number; wide?: boolean }): ReactNode => (
  <div role="status" className={gridClasses(wide)}>
    <span className="sr-only">Loading courses</span>
    {Array.from({ length: count }, (_, index) => `card-${index}`).map((key) => (
      <CourseCardSkeleton key={key} />
    ))}
  </div>
);
