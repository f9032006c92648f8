import { useAtomValue } from 'jotai';
import { highestRating, type RatingSummary as Summary } from '#contract/schemas/reviews.ts';
import { isHydratedAtom } from '../../../client/hydration.ts';
import { formatMeanRating, formatReviewCount } from '../review-format.ts';

const RatingDistribution = ({ counts }: { counts: readonly number[] }) => {
  const highestCount = Math.max(...counts, 1);
  // The content security policy forbids style attributes in the HTML of rendered pages; scripts may set styles.
  const isHydrated = useAtomValue(isHydratedAtom);
  return (
    <ul aria-label="Rating distribution" className="grid grid-cols-10 items-end gap-1 text-center text-xs">
      {counts.map((count, index) => {
        const rating = index + 1;
        return (
          <li key={rating} className="flex flex-col">
            <span className="sr-only">
              {rating} out of {highestRating}: {formatReviewCount(count)}
            </span>
            <span aria-hidden="true" className="text-muted tabular-nums">
              {count > 0 ? count : ''}
            </span>
            <span aria-hidden="true" className="flex h-20 items-end">
              <span
                className="w-full rounded-t-[4px] bg-gold transition-[height] duration-300"
                style={
                  isHydrated
                    ? { height: `max(${(count / highestCount) * 100}%, ${count > 0 ? 4 : 0}px)` }
                    : undefined
                }
              />
            </span>
            <span aria-hidden="true" className="border-t border-control pt-1 text-muted tabular-nums">
              {rating}
            </span>
          </li>
        );
      })}
    </ul>
  );
};

/** The mean rating, the number of reviews and the distribution of ratings. Shows nothing if there are no reviews. */
export const RatingSummary = ({ summary }: { summary: Summary | undefined }) => {
  if (!summary || summary.rating === null) return null;
  return (
    <div className="grid gap-x-8 gap-y-5 rounded-card border border-hairline bg-surface p-5 shadow-card sm:grid-cols-[auto_1fr] sm:items-center">
      <div className="flex items-center gap-4 sm:flex-col sm:items-start sm:gap-2">
        <p className="font-serif text-4xl font-semibold tabular-nums">
          <span className="sr-only">Mean rating </span>
          {formatMeanRating(summary.rating)}
          <span className="ml-1 font-sans text-base font-normal text-muted">/{highestRating}</span>
        </p>
        <p className="text-sm text-muted">{formatReviewCount(summary.reviews)}</p>
      </div>
      <div className="w-full max-w-md sm:justify-self-end">
        <RatingDistribution counts={summary.spread} />
      </div>
    </div>
  );
};
