import { useQuery } from '@tanstack/react-query';
import { ArrowDownWideNarrow } from 'lucide-react';
import { useState } from 'react';
import type { Course } from '#contract/schemas/courses.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { CourseGrid, CourseGridSkeleton } from '../../domains/courses/components/course-grid.tsx';
import { courseListQuery } from '../../domains/courses/course-queries.ts';
import { sortByDifficulty } from '../../domains/courses/difficulty.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionHeading } from '../../ui/page-heading.tsx';

const teaserSize = 3;

/** Returns the first three courses, sorted by difficulty if requested. */
const selectTeaserCourses = (courses: readonly Course[], isSorted: boolean) =>
  (isSorted ? sortByDifficulty(courses) : courses).slice(0, teaserSize);

export const CourseTeaser = ({ id }: { id: string }) => {
  const [isSorted, setSorted] = useState(false);
  const query = useQuery(courseListQuery());
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="page-width py-16 sm:py-20">
      <SectionHeading
        id={`${id}-heading`}
        title="Explore Diverse Learning Opportunities"
        subtitle="From circuits to the history of ideas: find your next course."
      />
      <div className="mt-8 mb-5 flex flex-wrap items-center justify-between gap-4">
        <p className="text-lg font-medium tabular-nums" role="status">
          {query.data ? `Total Courses: ${query.data.length}` : '\u00a0'}
        </p>
        <Button look="second" size="small" aria-pressed={isSorted} onClick={() => setSorted(!isSorted)}>
          <ArrowDownWideNarrow className="size-4" />
          Sort by Difficulty
        </Button>
      </div>
      <QueryView
        query={query}
        title="The courses could not be loaded"
        loading={<CourseGridSkeleton count={teaserSize} />}
      >
        {(courses) =>
          courses.length > 0 ? (
            <CourseGrid courses={selectTeaserCourses(courses, isSorted)} />
          ) : (
            <EmptyState sentence="No courses yet." detail="New courses appear here automatically." />
          )
        }
      </QueryView>
      <div className="mt-10 text-center">
        <ButtonLink to={paths.allCourses} look="second" className="px-6">
          Show All Courses
        </ButtonLink>
      </div>
    </section>
  );
};
