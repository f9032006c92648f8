import { type ReactNode, useState } from 'react';
import type { Course } from '#contract/courses.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CourseCard } from './course-card.tsx';
import { CourseCardSkeleton } from './course-card-skeleton.tsx';

/** Columns: 1, from 640 px 2, from 1024 px 3, and `wide` ones 4 from 1280 px. */
export const cardGrid = (wide = false) =>
  classNames('grid gap-6 sm:grid-cols-2 lg:grid-cols-3', wide && 'xl:grid-cols-4');

/** Cards as long as a person is likely to look; the rest comes by a button, so ten thousand courses stay quick. */
const pageSize = 48;

/** Course cards in a list. */
export const CourseGrid = ({ courses, wide = false }: { courses: readonly Course[]; wide?: boolean }) => {
  const [shown, setShown] = useState(pageSize);
  const left = courses.length - shown;
  return (
    <>
      <ul className={cardGrid(wide)}>
        {courses.slice(0, shown).map((course, index) => (
          <li key={course._id} className="grid">
            <CourseCard course={course} eager={index < 4} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <div className="mt-8 text-center">
          <Button look="second" onClick={() => setShown(shown + pageSize)}>
            Show {Math.min(left, pageSize)} more of {courses.length}
          </Button>
        </div>
      )}
    </>
  );
};

/** The grid's shape while it is loading. */
export const CourseGridSkeleton = ({ count, wide = false }: { count: number; wide?: boolean }): ReactNode => (
  <div role="status" className={cardGrid(wide)}>
    <span className="sr-only">Loading courses</span>
    {Array.from({ length: count }, (_, at) => `card-${at}`).map((key) => (
      <CourseCardSkeleton key={key} />
    ))}
  </div>
);
