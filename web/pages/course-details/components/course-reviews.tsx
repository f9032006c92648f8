import { RatingSummary } from '../../../domains/reviews/components/rating-summary.tsx';
import { ReviewList } from '../../../domains/reviews/components/review-list.tsx';
import { useCourseRatings } from '../../../domains/reviews/review-queries.ts';

/** The target of the link on the mean rating. */
export const reviewsId = 'reviews-of-the-course';

export const CourseReviews = ({ courseId }: { courseId: string }) => {
  const { data } = useCourseRatings(courseId);
  return (
    <section aria-labelledby={reviewsId} className="min-w-0 border-t border-hairline pt-8">
      <h2 id={reviewsId} tabIndex={-1} className="mb-6 font-serif text-2xl font-semibold">
        Reviews
      </h2>
      {data && data.reviews > 0 && (
        <div className="mb-6">
          <RatingSummary summary={data} />
        </div>
      )}
      <ReviewList
        listing={{ sort: 'newest', courseId }}
        showCourse={false}
        className="sm:grid-cols-2"
        empty={<p className="text-muted">No reviews yet.</p>}
      />
    </section>
  );
};
