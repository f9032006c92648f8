import { type ReviewSort, reviewSorts } from '#contract/schemas/reviews.ts';
import { paths } from '../../client/paths.ts';
import { RatingSummary } from '../../domains/reviews/components/rating-summary.tsx';
import { ReviewList } from '../../domains/reviews/components/review-list.tsx';
import { formatReviewCount } from '../../domains/reviews/review-format.ts';
import type { ReviewListing } from '../../domains/reviews/review-live.ts';
import { maxCoursesInFilter, useAllRatings, useCourseRatings } from '../../domains/reviews/review-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Options, Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useQueryParams } from '../../ui/use-query-text.ts';

const sortNames: Record<ReviewSort, string> = {
  newest: 'Newest first',
  highest: 'Highest rating first',
  lowest: 'Lowest rating first',
};

const ReviewControls = ({
  listing,
  onSort,
  onCourse,
}: {
  listing: ReviewListing;
  onSort: (sort: string) => void;
  onCourse: (id: string) => void;
}) => {
  const courses = useAllRatings().data?.courses ?? [];
  const { courseId } = listing;
  const isListed = courseId === null || courses.some(({ _id }) => _id === courseId);
  return (
    <search className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <Select
        label="Course"
        hint={
          courses.length === maxCoursesInFilter
            ? 'These courses have the most reviews. To see the reviews of another course, open its page.'
            : undefined
        }
        value={courseId ?? ''}
        onChange={(event) => onCourse(event.target.value)}
      >
        <option value="">All courses</option>
        {!isListed && <option value={courseId}>This course</option>}
        {courses.map(({ _id, courseName, reviews }) => (
          <option key={_id} value={_id}>
            {courseName} ({formatReviewCount(reviews)})
          </option>
        ))}
      </Select>
      <Select label="Sort by" value={listing.sort} onChange={(event) => onSort(event.target.value)}>
        <Options names={sortNames} />
      </Select>
    </search>
  );
};

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
      <ReviewList
        listing={listing}
        isCourseShown
        className="sm:grid-cols-2 lg:grid-cols-3"
        empty={noReviews}
      />
    </Page>
  );
}
