import { QueryError } from '../../../client/api/query-view.tsx';
import { CourseGrid, CourseGridSkeleton } from '../../../domains/courses/components/course-grid.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Catalogue } from '../use-catalogue.ts';
import { NothingFound } from './nothing-found.tsx';

/** The course cards. The previous ones stay, dimmed, while a new search is loading. */
export const CatalogueResults = ({ catalogue }: { catalogue: Catalogue }) => {
  const { result, courses, isOutdated, search } = catalogue;
  if (result.data === undefined && result.isError)
    return (
      <div className="mt-8">
        <QueryError title="The courses could not be loaded" query={result} />
      </div>
    );
  return (
    <section aria-busy={isOutdated || result.isPending} className="mt-8">
      <div role="status" className="min-h-8">
        {result.data !== undefined && (
          <h2 className="text-lg font-medium tabular-nums">
            Total Courses: {courses.length}
            {search !== '' && <span className="sr-only"> for {search}</span>}
          </h2>
        )}
      </div>
      <div className={classNames('mt-4 transition-opacity', isOutdated && 'opacity-50')}>
        {result.data === undefined ? (
          <CourseGridSkeleton count={8} wide />
        ) : courses.length === 0 ? (
          <NothingFound catalogue={catalogue} />
        ) : (
          <CourseGrid key={search} courses={courses} wide />
        )}
      </div>
    </section>
  );
};
