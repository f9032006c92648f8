import { UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { ChangedTint } from '../../client/live/changed-tint.tsx';
import { paths } from '../../client/paths.ts';
import { useCatalogueList, wholeCatalogue } from '../../domains/courses/course-queries.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const InstructorCard = ({ course }: { course: ListedCourse }) => (
  <article className="relative flex flex-col items-center rounded-card border border-hairline bg-surface p-5 text-center shadow-card">
    <span
      className="grid size-20 place-items-center rounded-full bg-brand-soft text-brand"
      aria-hidden="true"
    >
      <UserRound className="size-9" strokeWidth={1.5} />
    </span>
    <h2 className="mt-4 text-lg font-semibold wrap-anywhere">{course.instructor}</h2>
    <p className="mt-1 flex-1 font-serif text-lg leading-snug">
      <Link
        to={paths.courseDetails(course._id)}
        className="wrap-anywhere text-brand underline-offset-4 hover:underline"
      >
        {course.course_name}
      </Link>
    </p>
    <p className="mt-4 flex flex-wrap justify-center gap-2">
      <Chip>{course.course_code}</Chip>
      <Chip tone="info">{course.category}</Chip>
    </p>
    <ChangedTint id={course._id} />
  </article>
);

const InstructorCardSkeleton = () => (
  <div className="flex flex-col items-center gap-3 rounded-card border border-hairline bg-surface p-5">
    <Skeleton className="size-20 rounded-full" />
    <Skeleton className="h-5 w-32" />
    <Skeleton className="h-5 w-44" />
    <Skeleton className="h-5 w-28" />
  </div>
);

const gridClasses = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

const InstructorGrid = ({ courses }: { courses: readonly ListedCourse[] }) =>
  courses.length === 0 ? (
    <EmptyState sentence="No instructors yet." detail="They appear here with the first course." />
  ) : (
    <ul className={gridClasses}>
      {courses.map((course) => (
        <li key={course._id} className="grid">
          <InstructorCard course={course} />
        </li>
      ))}
    </ul>
  );

export default function InstructorsPage() {
  const query = useCatalogueList(wholeCatalogue);
  return (
    <Page>
      <PageHeading
        title="Our Instructors"
        subtitle="The people behind the courses, and what they teach."
        className="mb-10"
      />
      <QueryView
        query={{ ...query, data: query.list }}
        title="The instructors could not be loaded"
        loading={
          <Loading label="Loading instructors" className={gridClasses}>
            {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
              <InstructorCardSkeleton key={key} />
            ))}
          </Loading>
        }
      >
        {({ courses }) => <InstructorGrid courses={courses} />}
      </QueryView>
      <div className="mt-8 text-center">
        <MoreButton list={query}>Show more</MoreButton>
      </div>
    </Page>
  );
}
