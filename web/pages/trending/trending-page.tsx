import type { HighRatedCourse } from '#contract/schemas/reviews.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { formatMeanRating } from '../../domains/reviews/review-format.ts';
import { useTrending } from '../../domains/reviews/review-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading, Skeleton, Skeletons } from '../../ui/skeleton.tsx';
import { RatingsChart } from './ratings-chart.tsx';
import { TrendingCards } from './trending-cards.tsx';

/** The numbers of the chart, for screen readers. */
const RatingsTable = ({ courses }: { courses: readonly HighRatedCourse[] }) => (
  <div className="sr-only">
    <table>
      <caption>Top 5 Trending Courses</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Course Name</th>
          <th scope="col">Rating</th>
          <th scope="col">Reviews</th>
        </tr>
      </thead>
      <tbody>
        {courses.map(({ _id, courseName, rating, reviews }, index) => (
          <tr key={_id}>
            <td>{index + 1}</td>
            <th scope="row">{courseName}</th>
            <td>{formatMeanRating(rating)}</td>
            <td>{reviews}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const noRatings = (
  <EmptyState
    sentence="No courses have been rated yet."
    detail="The first rated course appears here."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);

const loading = (
  <Loading label="Loading trending courses" className="flex flex-col gap-10">
    <Skeleton className="h-[400px] rounded-card" />
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-5">
      <Skeletons count={5} className="h-64 rounded-card" />
    </div>
  </Loading>
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
  return (
    <Page>
      <PageHeading
        title="Top 5 Trending Courses"
        subtitle="The five courses that students rate highest right now."
        className="mb-10"
      />
      <QueryView query={useTrending()} title="The trending courses could not be loaded" loading={loading}>
        {(courses) => (courses.length === 0 ? noRatings : <Ranking courses={courses} />)}
      </QueryView>
    </Page>
  );
}
