import { Rating } from '../../../domains/reviews/components/stars.tsx';
import { formatMeanRating, formatReviewCount } from '../../../domains/reviews/review-format.ts';
import { useCourseRatings } from '../../../domains/reviews/review-queries.ts';
import { reviewsId } from './course-reviews.tsx';

/** The mean rating, linked to the reviews. Keeps its space while it is loading. */
export const MeanRating = ({ courseId }: { courseId: string }) => {
  const { data } = useCourseRatings(courseId);
  return (
    <p className="mt-3 min-h-7">
      {data && data.rating !== null && (
        <a
          href={`#${reviewsId}`}
          className="inline-flex flex-wrap items-center gap-x-3 rounded-control underline-offset-4 hover:underline"
        >
          <Rating rating={data.rating} text={formatMeanRating(data.rating)} />
          <span className="text-sm text-muted">{formatReviewCount(data.reviews)}</span>
        </a>
      )}
    </p>
  );
};
