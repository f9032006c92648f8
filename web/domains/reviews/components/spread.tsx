import { reviewsInWords } from '../words.ts';

/** How many gave 1, 2, … 10: a column each, and the same in words. */
export const Spread = ({ spread }: { spread: readonly number[] }) => {
  const most = Math.max(...spread, 1);
  return (
    <ul aria-label="Spread of ratings" className="grid grid-cols-10 items-end gap-1 text-center text-xs">
      {spread.map((count, at) => {
        const rating = at + 1;
        return (
          <li key={rating} className="flex flex-col">
            <span className="sr-only">
              {rating} out of 10: {reviewsInWords(count)}
            </span>
            <span aria-hidden="true" className="text-muted tabular-nums">
              {count > 0 ? count : ''}
            </span>
            <span aria-hidden="true" className="flex h-20 items-end">
              <span
                className="w-full rounded-t-[4px] bg-gold transition-[height] duration-300"
                style={{ height: `max(${(count / most) * 100}%, ${count > 0 ? 4 : 0}px)` }}
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
