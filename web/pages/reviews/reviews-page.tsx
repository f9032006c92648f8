import { reviewSorts } from '#contract/schemas/reviews.ts';
import { paths } from '../../client/paths.ts';
import { RatingSummary } from '../../domains/reviews/components/rating-summary.tsx';
import { ReviewList } from '../../domains/reviews/components/review-list.tsx';
import type { ReviewListing } from '../../domains/reviews/review-live.ts';
import { useAllRatings, useCourseRatings } from '../../domains/reviews/review-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useQueryParams } from '../../ui/use-query-text.ts';
import { ReviewControls } from './review-controls.tsx';

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Parses the query of the address; invalid values are ignored. */
const parseListing = (query: URLSearchParams): ReviewListing => {
  const course = query.get('course') ?? '';
  const sort = query.get('sort');
  return {
    sort: reviewSorts.find((known) => known === sort) ?? 'newest',
    courseId: isUuid(course) ? course.toLowerCase() : null,
  };
};

const CourseRatingSummary = ({ courseId }: { courseId: string }) => (
  <RatingSummary summary={useCourseRatings(courseId).data} />
);
const OverallRatingSummary = () => <RatingSummary summary={useAllRatings().data} />;

const noReviews = (
  <EmptyState
    sentence="No reviews yet."
    detail="A student who has completed all five modules of a course can review it."
    action={<ButtonLink to={paths.allCourses}>Show All Courses</ButtonLink>}
  />
);

export default function ReviewsPage() {
  const { query, put } = useQueryParams();
  const listing = parseListing(query);
  return (
    <Page>
      <PageHeading title="User Reviews" subtitle="What students say about the courses they completed." />
      <div className="mt-8 mb-10 grid gap-6 lg:grid-cols-[1fr_18rem] lg:items-start">
        <div className="min-h-44 lg:order-first">
          {listing.courseId === null ? (
            <OverallRatingSummary />
          ) : (
            <CourseRatingSummary courseId={listing.courseId} />
          )}
        </div>
        <ReviewControls
          listing={listing}
          onSort={(sort) => put({ sort: sort === 'newest' ? '' : sort })}
          onCourse={(course) => put({ course })}
        />
      </div>
      <ReviewList listing={listing} showCourse className="sm:grid-cols-2 lg:grid-cols-3" empty={noReviews} />
    </Page>
  );
}
