import { useCourseRatings } from '../../../domains/reviews/ratings.ts';
import { meanInWords, reviewsInWords } from '../../../domains/reviews/words.ts';
import { Rating } from '../../../domains/reviews/components/stars.tsx';
import { reviewsId } from './course-reviews.tsx';

/** The course's mean rating, which leads to its reviews. Its place is kept while it is not known. */
export const MeanRating = ({ courseId }: { courseId: string }) => {
  const { data } = useCourseRatings(courseId);
  return (
    <p className="mt-3 min-h-7">
      {data && data.rating !== null && (
        <a
          href={`#${reviewsId}`}
          className="inline-flex flex-wrap items-center gap-x-3 rounded-control underline-offset-4 hover:underline"
        >
          <Rating rating={data.rating} words={meanInWords(data.rating)} />
          <span className="text-sm text-muted">{reviewsInWords(data.reviews)}</span>
        </a>
      )}
    </p>
  );
};
