import type { RatingSummary as Summary } from '#contract/schemas/reviews.ts';
import { formatMeanRating, formatReviewCount } from '../review-format.ts';
import { RatingDistribution } from './rating-distribution.tsx';
import { Stars } from './stars.tsx';

/** The mean rating, the number of reviews and the distribution of ratings. Nothing if there are no reviews. */
export const RatingSummary = ({ summary }: { summary: Summary | undefined }) => {
  if (!summary || summary.rating === null) return null;
  return (
    <div className="grid gap-x-8 gap-y-5 rounded-card border border-hairline bg-surface p-5 shadow-card sm:grid-cols-[auto_1fr] sm:items-center">
      <div className="flex items-center gap-4 sm:flex-col sm:items-start sm:gap-2">
        <p className="font-serif text-4xl font-semibold tabular-nums">
          <span className="sr-only">Mean rating </span>
          {formatMeanRating(summary.rating)}
          <span className="ml-1 font-sans text-base font-normal text-muted">/10</span>
        </p>
        <div>
          <Stars rating={summary.rating} className="text-xl" />
          <p className="text-sm text-muted">{formatReviewCount(summary.reviews)}</p>
        </div>
      </div>
      <div className="w-full max-w-md sm:justify-self-end">
        <RatingDistribution counts={summary.spread} />
      </div>
    </div>
  );
};
