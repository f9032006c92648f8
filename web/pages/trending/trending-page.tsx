import type { HighRatedCourse } from '#contract/reviews.ts';
import { paths } from '../../client/paths.ts';
import { useTrending } from '../../domains/reviews/trending.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RatingsChart } from './ratings-chart.tsx';
import { RatingsTable } from './ratings-table.tsx';
import { TrendingCards } from './trending-cards.tsx';

const nobodyYet = (
  <EmptyState
    sentence="No course has been rated yet."
    detail="As soon as the first review is in, its course appears here."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);

const Loading = () => (
  <div role="status" className="flex flex-col gap-10">
    <span className="sr-only">Loading the trending courses</span>
    <Skeleton className="h-[400px] rounded-card" />
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-5">
      {['1', '2', '3', '4', '5'].map((key) => (
        <Skeleton key={key} className="h-64 rounded-card" />
      ))}
    </div>
  </div>
);

/** Says, to who cannot see them move, that the courses are in another order. */
const Announced = ({ courses }: { courses: readonly HighRatedCourse[] }) => (
  <p role="status" className="sr-only">
    {courses[0] && `Highest rated: ${courses[0].courseName}`}
  </p>
);

const Ranking = ({ courses }: { courses: readonly HighRatedCourse[] }) => (
  <>
    <RatingsChart courses={courses} />
    <RatingsTable courses={courses} />
    <Announced courses={courses} />
    <TrendingCards courses={courses} />
  </>
);

/** The five courses that students rate highest, as a chart and as cards; both follow every review as it comes. */
export default function TrendingPage() {
  const { data, error, isFetching, refetch } = useTrending();
  return (
    <Page>
      <PageHeading
        title="Top 5 Trending Courses"
        subtitle="The five courses that students rate highest, as of this moment."
        className="mb-10"
      />
      {data ? (
        data.length === 0 ? (
          nobodyYet
        ) : (
          <Ranking courses={data} />
        )
      ) : error ? (
        <ErrorState
          title="The trending courses could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
