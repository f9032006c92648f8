import { Check } from 'lucide-react';
import { type CatalogueSort, courseCategories, type ListedCourse } from '#contract/schemas/courses.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { CourseGrid, CourseGridSkeleton } from '../../domains/courses/components/course-grid.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Options, Select } from '../../ui/field.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { sortNames } from './read-catalogue-filter.ts';
import { type Catalogue, useCatalogue } from './use-catalogue.ts';

/** Shown if there is no course to list. Suggests similar names, and offers to clear the search and the filter. */
const NothingFound = ({
  catalogue,
  suggestions,
}: {
  catalogue: Catalogue;
  suggestions: readonly string[];
}) => {
  const { search, filter, clear, setText } = catalogue;
  if (search === '' && filter.category === null)
    return <EmptyState sentence="No courses yet." detail="New courses appear here automatically." />;
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
                  onClick={() => {
                    // This button disappears.
                    focusPageHeading();
                    setText(name);
                  }}
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
        <Button
          variant="secondary"
          onClick={() => {
            focusPageHeading();
            clear();
          }}
        >
          Clear filters
        </Button>
      }
    />
  );
};

/** The courses that were loaded before. Shown if the server cannot be reached or is too busy. */
const LoadedCourses = ({ courses }: { courses: readonly ListedCourse[] }) => (
  <section className="mt-8">
    <div role="status" className="min-h-8">
      <h2 className="text-lg font-medium tabular-nums">Courses on this device: {courses.length}</h2>
    </div>
    <p className="mt-1 text-muted">
      The server cannot be reached or is too busy. Only courses that you have seen before are listed.
    </p>
    <div className="mt-4">
      <CourseGrid courses={courses} isWide />
    </div>
  </section>
);

const CourseCards = ({ catalogue }: { catalogue: Catalogue }) => {
  const { listQuery } = catalogue;
  const { list } = listQuery;
  if (list === undefined) return <CourseGridSkeleton count={8} isWide />;
  if (list.courses.length === 0) return <NothingFound catalogue={catalogue} suggestions={list.suggestions} />;
  return (
    <>
      <CourseGrid courses={list.courses} isWide />
      <div className="mt-8 text-center">
        <MoreButton list={listQuery}>
          Show more of {list.total.toLocaleString('en')}
          <span className="sr-only"> courses</span>
        </MoreButton>
      </div>
    </>
  );
};

/** The number of courses and their cards. The previous cards stay, dimmed, while a new search is loading. */
const CatalogueResults = ({ catalogue }: { catalogue: Catalogue }) => {
  const { listQuery, isOutdated, search, loadedCourses } = catalogue;
  const { list } = listQuery;
  if (loadedCourses !== null) return <LoadedCourses courses={loadedCourses} />;
  if (list === undefined && listQuery.isError)
    return (
      <div className="mt-8">
        <QueryError title="The courses could not be loaded" query={listQuery} />
      </div>
    );
  return (
    <section aria-busy={isOutdated || listQuery.isPending} className="mt-8">
      <div role="status" className="min-h-8">
        {list !== undefined && (
          <h2 className="text-lg font-medium tabular-nums">
            Total Courses: {list.total}
            {search !== '' && <span className="sr-only"> for {search}</span>}
          </h2>
        )}
      </div>
      <div className={classNames('mt-4 transition-opacity', isOutdated && 'opacity-50')}>
        <CourseCards catalogue={catalogue} />
      </div>
    </section>
  );
};

type Category = ListedCourse['category'];

const CategoryChips = ({
  chosen,
  onChoose,
}: {
  chosen: Category | null;
  onChoose: (category: Category | null) => void;
}) => (
  <fieldset className="flex flex-wrap gap-2 lg:col-span-2">
    <legend className="sr-only">Category</legend>
    {[null, ...courseCategories].map((category) => {
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
        value={filter.sort}
        onChange={(event) => setFilter({ sort: event.target.value as CatalogueSort })}
      >
        <Options names={sortNames} />
      </Select>
      <CategoryChips chosen={filter.category} onChoose={(category) => setFilter({ category })} />
    </search>
  );
};

/** All courses, with search, categories and sorting. The filter is stored in the address. */
export default function CataloguePage() {
  const catalogue = useCatalogue();
  return (
    <Page isWide>
      <PageHeading title="All Courses" subtitle="Search by name, filter by category, or sort." />
      <CatalogueControls catalogue={catalogue} />
      <CatalogueResults catalogue={catalogue} />
    </Page>
  );
}
