import { classNames } from '../../../ui/class-names.ts';
import { CourseGrid, CourseGridSkeleton } from '../../../domains/courses/components/course-grid.tsx';
import { ErrorState } from '../../../client/api/error-state.tsx';
import type { Catalogue } from '../use-catalogue.ts';
import { NothingFound } from './nothing-found.tsx';

/** The count and the cards; old results stay, dimmed, while new ones load. */
export const CatalogueResults = ({ catalogue }: { catalogue: Catalogue }) => {
  const { result, courses, waiting, search } = catalogue;
  if (result.data === undefined && result.isError)
    return (
      <div className="mt-8">
        <ErrorState
          title="The courses could not be loaded"
          error={result.error}
          onRetry={() => result.refetch()}
          retrying={result.isFetching}
        />
      </div>
    );
  return (
    <section aria-busy={waiting || result.isPending} className="mt-8">
      <div role="status" className="min-h-8">
        {result.data !== undefined && (
          <h2 className="text-lg font-medium tabular-nums">
            Total Courses: {courses.length}
            {search !== '' && <span className="sr-only"> for {search}</span>}
          </h2>
        )}
      </div>
      <div className={classNames('mt-4 transition-opacity', waiting && 'opacity-50')}>
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
