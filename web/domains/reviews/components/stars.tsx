import { Star } from 'lucide-react';
import { highestRating } from '#contract/schemas/reviews.ts';
import { classNames } from '../../../ui/class-names.ts';

const starNumbers = [1, 2, 3, 4, 5];

const StarRow = ({ className }: { className: string }) => (
  <span className={classNames('flex gap-0.5', className)}>
    {starNumbers.map((star) => (
      <Star key={star} className="size-[1em] shrink-0" fill="currentColor" strokeWidth={0} />
    ))}
  </span>
);

/** Five stars, filled in proportion to a rating of up to ten. Hidden from screen readers: show the number beside it. */
export const Stars = ({ rating, className }: { rating: number; className?: string }) => (
  <span aria-hidden="true" className={classNames('relative inline-flex', className)}>
    <StarRow className="text-hairline" />
    <span
      className="absolute inset-y-0 left-0 overflow-hidden"
      style={{ width: `${(rating / highestRating) * 100}%` }}
    >
      <StarRow className="text-gold" />
    </span>
  </span>
);

/** Stars and number: '8.5 /10'. @param text the formatted rating. */
export const Rating = ({ rating, text, className }: { rating: number; text: string; className?: string }) => (
  <span className={classNames('inline-flex items-center gap-2', className)}>
    <Stars rating={rating} />
    <span className="font-semibold tabular-nums">
      <span className="sr-only">Rated </span>
      {text}
      <span aria-hidden="true" className="font-normal text-muted">
        {' '}
        /10
      </span>
      <span className="sr-only"> out of 10</span>
    </span>
  </span>
);
