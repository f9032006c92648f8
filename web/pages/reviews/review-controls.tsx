import type { ReviewSort } from '#contract/schemas/reviews.ts';
import { formatReviewCount } from '../../domains/reviews/review-format.ts';
import type { ReviewListing } from '../../domains/reviews/review-live.ts';
import { useAllRatings } from '../../domains/reviews/review-queries.ts';
import { Options, Select } from '../../ui/field.tsx';

const orders: Record<ReviewSort, string> = {
  newest: 'Newest first',
  highest: 'Highest rating first',
  lowest: 'Lowest rating first',
};

export const ReviewControls = ({
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
      <Select label="Course" value={courseId ?? ''} onChange={(event) => onCourse(event.target.value)}>
        <option value="">All courses</option>
        {!isListed && <option value={courseId}>This course</option>}
        {courses.map(({ _id, courseName, reviews }) => (
          <option key={_id} value={_id}>
            {courseName} ({formatReviewCount(reviews)})
          </option>
        ))}
      </Select>
      <Select label="Sort by" value={listing.sort} onChange={(event) => onSort(event.target.value)}>
        <Options names={orders} />
      </Select>
    </search>
  );
};
