import { Star, Users } from 'lucide-react';
import { useCourseFigures } from '../../course-figures/course-figures-queries.ts';
import { formatMeanRating, formatReviewCount } from '../../reviews/review-format.ts';
import { formatStudentCount } from '../course-format.ts';

/** The mean rating and the number of students of a course. The space is reserved while the figures are loading. */
export const CardFigures = ({ courseId }: { courseId: string }) => {
  const figures = useCourseFigures(courseId).data;
  return (
    <p className="mt-2 flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
      {figures && (
        <>
          {figures.rating === null ? (
            <span>No reviews yet</span>
          ) : (
            <span className="inline-flex items-center gap-1">
              <Star aria-hidden="true" className="size-4 text-gold" fill="currentColor" strokeWidth={0} />
              <span className="sr-only">Rated </span>
              <span className="font-semibold text-ink">{formatMeanRating(figures.rating)}</span>
              <span className="sr-only"> out of 10, {formatReviewCount(figures.reviews)}</span>
              <span aria-hidden="true">({figures.reviews.toLocaleString('en')})</span>
            </span>
          )}
          <span className="inline-flex items-center gap-1">
            <Users aria-hidden="true" className="size-4" />
            {formatStudentCount(figures.students)}
          </span>
        </>
      )}
    </p>
  );
};
