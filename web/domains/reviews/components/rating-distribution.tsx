import { formatReviewCount } from '../review-format.ts';

/** A bar chart of how many reviews gave each rating from 1 to 10. */
export const RatingDistribution = ({ counts }: { counts: readonly number[] }) => {
  const highestCount = Math.max(...counts, 1);
  return (
    <ul aria-label="Rating distribution" className="grid grid-cols-10 items-end gap-1 text-center text-xs">
      {counts.map((count, index) => {
        const rating = index + 1;
        return (
          <li key={rating} className="flex flex-col">
            <span className="sr-only">
              {rating} out of 10: {formatReviewCount(count)}
            </span>
            <span aria-hidden="true" className="text-muted tabular-nums">
              {count > 0 ? count : ''}
            </span>
            <span aria-hidden="true" className="flex h-20 items-end">
              <span
                className="w-full rounded-t-[4px] bg-gold transition-[height] duration-300"
                style={{ height: `max(${(count / highestCount) * 100}%, ${count > 0 ? 4 : 0}px)` }}
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
