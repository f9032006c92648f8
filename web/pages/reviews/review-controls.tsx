import type { ReviewSort } from '#contract/schemas/reviews.ts';
import { formatReviewCount } from '../../domains/reviews/review-format.ts';
import type { ReviewListing } from '../../domains/reviews/review-live.ts';
import { useAllRatings } from '../../domains/reviews/review-queries.ts';
import { Select } from '../../ui/field.tsx';

const orders: Record<ReviewSort, string> = {
  newest: 'Newest first',
  highest: 'Highest rating first',
  lowest: 'Lowest rating first',
};

/** Selects the course and the sort order. */
export const ReviewControls = ({
  listing,
  onChoose,
}: {
  listing: ReviewListing;
  onChoose: (choice: { sort?: ReviewSort; course?: string }) => void;
}) => {
  const courses = useAllRatings().data?.courses ?? [];
  const { courseId } = listing;
  const isListed = courseId === null || courses.some(({ _id }) => _id === courseId);
  return (
    <search className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      <Select
        label="Course"
        value={courseId ?? ''}
        onChange={(event) => onChoose({ course: event.target.value })}
      >
        <option value="">All courses</option>
        {!isListed && <option value={courseId}>This course</option>}
        {courses.map(({ _id, courseName, reviews }) => (
          <option key={_id} value={_id}>
            {courseName} ({formatReviewCount(reviews)})
          </option>
        ))}
      </Select>
      <Select
        label="Sort by"
        value={listing.sort}
        onChange={(event) => onChoose({ sort: event.target.value as ReviewSort })}
      >
        {Object.entries(orders).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </Select>
    </search>
  );
};
