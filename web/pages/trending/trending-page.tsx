import type { HighRatedCourse } from '#contract/schemas/reviews.ts';
import { ErrorState } from '../../client/api/error-state.tsx';
import { paths } from '../../client/paths.ts';
import { useTrending } from '../../domains/reviews/review-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RatingsChart } from './ratings-chart.tsx';
import { RatingsTable } from './ratings-table.tsx';
import { TrendingCards } from './trending-cards.tsx';

const noRatings = (
  <EmptyState
    sentence="No courses have been rated yet."
    detail="The first rated course appears here."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);

const Loading = () => (
  <div role="status" className="flex flex-col gap-10">
    <span className="sr-only">Loading trending courses</span>
    <Skeleton className="h-[400px] rounded-card" />
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-5">
      {['1', '2', '3', '4', '5'].map((key) => (
        <Skeleton key={key} className="h-64 rounded-card" />
      ))}
    </div>
  </div>
);

/** Announces a new top course to screen readers. */
const LeaderAnnouncement = ({ courses }: { courses: readonly HighRatedCourse[] }) => (
  <p role="status" className="sr-only">
    {courses[0] && `Highest rated: ${courses[0].courseName}`}
  </p>
);

const Ranking = ({ courses }: { courses: readonly HighRatedCourse[] }) => (
  <>
    <RatingsChart courses={courses} />
    <RatingsTable courses={courses} />
    <LeaderAnnouncement courses={courses} />
    <TrendingCards courses={courses} />
  </>
);

/** The five courses with the best ratings, as a chart and as cards. Both update live. */
export default function TrendingPage() {
  const { data, error, isFetching, refetch } = useTrending();
  return (
    <Page>
      <PageHeading
        title="Top 5 Trending Courses"
        subtitle="The five courses that students rate highest right now."
        className="mb-10"
      />
      {data ? (
        data.length === 0 ? (
          noRatings
        ) : (
          <Ranking courses={data} />
        )
      ) : error ? (
        <ErrorState
          title="The trending courses could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
