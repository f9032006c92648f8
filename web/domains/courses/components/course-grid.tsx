import type { ReactNode } from 'react';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { CourseCard } from './course-card.tsx';

/** Returns the classes of a grid with 1 column, 2 from 640 px, 3 from 1024 px and, if `isWide`, 4 from 1280 px, 5 from 1536 px and 6 from 1856 px. */
export const gridClasses = (isWide = false) =>
  classNames(
    'grid gap-6 sm:grid-cols-2 lg:grid-cols-3',
    isWide && 'xl:grid-cols-4 2xl:grid-cols-5 min-[116rem]:grid-cols-6',
  );

/** The number of pictures that are loaded eagerly, because they are likely to be visible without scrolling. */
const eagerCount = 4;

/** The cards of loaded courses. A card that is still shown after a new search keeps the focus. */
export const CourseGrid = ({
  courses,
  isWide = false,
}: {
  courses: readonly ListedCourse[];
  isWide?: boolean;
}) => (
  <ul className={gridClasses(isWide)}>
    {courses.map((course, index) => (
      <li key={course._id} className="grid min-w-0">
        <CourseCard course={course} isEager={index < eagerCount} />
      </li>
    ))}
  </ul>
);

const CourseCardSkeleton = () => (
  <div aria-hidden="true" className="overflow-hidden rounded-card border border-hairline bg-surface">
    <Skeleton className="aspect-video rounded-none" />
    <div className="flex flex-col gap-3 p-5">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="mt-3 h-11 w-full" />
    </div>
  </div>
);

/** A placeholder for the grid while it is loading. */
export const CourseGridSkeleton = ({
  count,
  isWide = false,
}: {
  count: number;
  isWide?: boolean;
}): ReactNode => (
  <Loading label="Loading courses" className={gridClasses(isWide)}>
    {Array.from({ length: count }, (_, index) => `card-${index}`).map((key) => (
      <CourseCardSkeleton key={key} />
    ))}
  </Loading>
);
