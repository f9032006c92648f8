import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type Course, courseCategories } from '#contract/schemas/courses.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { CourseGrid, CourseGridSkeleton } from '../../domains/courses/components/course-grid.tsx';
import { courseListQuery } from '../../domains/courses/course-queries.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Options, Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { type SortOrder, sortOrders } from './catalogue-filter.ts';
import { nearestNames } from './nearest-names.ts';
import { type Catalogue, useCatalogue } from './use-catalogue.ts';

/** Shown if no course matches: suggests similar names and a button to clear the filter. */
const NothingFound = ({ catalogue }: { catalogue: Catalogue }) => {
  const { search, filter, clear, setText } = catalogue;
  const allCourses = useQuery({ ...courseListQuery(''), enabled: search !== '' });
  if (search === '' && filter.category === null)
    return <EmptyState sentence="No courses yet." detail="New courses appear here automatically." />;
  const suggestions = nearestNames(search, allCourses.data?.map((course) => course.course_name) ?? []);
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
        <Button variant="secondary" onClick={clear}>
          Clear filters
        </Button>
      }
    />
  );
};

/** The course cards. The previous ones stay, dimmed, while a new search is loading. */
const CatalogueResults = ({ catalogue }: { catalogue: Catalogue }) => {
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
          <CourseGrid courses={courses} filter={search} wide />
        )}
      </div>
    </section>
  );
};

type Category = Course['category'];

const CategoryChips = ({
  categories,
  chosen,
  onChoose,
}: {
  categories: readonly Category[];
  chosen: Category | null;
  onChoose: (category: Category | null) => void;
}) => (
  <fieldset className="flex flex-wrap gap-2 lg:col-span-2">
    <legend className="sr-only">Category</legend>
    {[null, ...categories].map((category) => {
      const isPressed = category === chosen;
      return (
        <button
          key={category ?? 'all'}
          type="button"
          aria-pressed={isPressed}
          onClick={() => onChoose(category)}
          className={classNames(
            'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium transition-colors',
            isPressed
              ? 'border-brand bg-brand-soft text-brand'
              : 'border-control bg-surface text-muted hover:border-brand hover:text-brand',
          )}
        >
          {isPressed && <Check className="size-4" />}
          {category ?? 'All categories'}
        </button>
      );
    })}
  </fieldset>
);

const CatalogueControls = ({ catalogue }: { catalogue: Catalogue }) => {
  const { text, setText, filter, setFilter } = catalogue;
  return (
    <search className="mt-8 grid gap-5 lg:grid-cols-[1fr_16rem]">
      <form onSubmit={(event) => event.preventDefault()}>
        <SearchInput
          label="Search courses"
          required
          placeholder="Search courses using course name..."
          value={text}
          onType={setText}
        />
      </form>
      <Select
        label="Sort by"
        value={filter.order}
        onChange={(event) => setFilter({ order: event.target.value as SortOrder })}
      >
        <Options names={sortOrders} />
      </Select>
      <CategoryChips
        categories={courseCategories}
        chosen={filter.category}
        onChoose={(category) => setFilter({ category })}
      />
    </search>
  );
};

/** All courses, with search, categories and sorting. The filter is stored in the address. */
export default function CataloguePage() {
  const catalogue = useCatalogue();
  return (
    <Page wide>
      <PageHeading title="All Courses" subtitle="Search by name, filter by category, or sort." />
      <CatalogueControls catalogue={catalogue} />
      <CatalogueResults catalogue={catalogue} />
    </Page>
  );
}
