import { useQuery } from '@tanstack/react-query';
import { QueryError } from '../../../client/api/query-view.tsx';
import { CourseGrid, CourseGridSkeleton } from '../../../domains/courses/components/course-grid.tsx';
import { courseListQuery } from '../../../domains/courses/course-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { nearestNames } from '../nearest-names.ts';
import type { Catalogue } from '../use-catalogue.ts';

/** Shown if no course matches: suggests similar names and a button to clear the filter. */
const NothingFound = ({ catalogue }: { catalogue: Catalogue }) => {
  const { search, filter, clear, setText } = catalogue;
  const all = useQuery({ ...courseListQuery(''), enabled: search !== '' });
  if (search === '' && filter.category === null)
    return <EmptyState sentence="No courses yet." detail="New courses appear here automatically." />;
  const suggestions = nearestNames(search, all.data?.map((course) => course.course_name) ?? []);
  const where = filter.category === null ? '' : ` in ${filter.category}`;
  return (
    <EmptyState
      sentence={search === '' ? `No courses${where} yet.` : `No courses${where} match “${search}”.`}
      detail={
        suggestions.length > 0 && (
          <p>
            Did you mean:{' '}
            {suggestions.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <button
                  type="button"
                  onClick={() => setText(name)}
                  className="font-medium text-brand underline underline-offset-2"
                >
                  {name}
                </button>
              </span>
            ))}
          </p>
        )
      }
      action={
        <Button look="second" onClick={clear}>
          Clear filters
        </Button>
      }
    />
  );
};

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
