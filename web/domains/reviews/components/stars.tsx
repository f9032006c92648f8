import { Star } from 'lucide-react';
import { useId } from 'react';
import { highestRating } from '#contract/schemas/reviews.ts';
import { classNames } from '../../../ui/class-names.ts';

const starNumbers = [1, 2, 3, 4, 5];

const starProps = { fill: 'currentColor', strokeWidth: 0, className: 'size-[1em] shrink-0' };

/**
 * A star and a rating: '8.5 /10'. There is only one star, because a row of stars would look like {@link StarInput}.
 * @param text the formatted rating.
 */
export const Rating = ({ text }: { text: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className="text-gold">
      <Star {...starProps} />
    </span>
    <span className="font-semibold tabular-nums">
      <span className="sr-only">Rated </span>
      {text}
      <span aria-hidden="true" className="font-normal text-muted">
        {` /${highestRating}`}
      </span>
      <span className="sr-only"> out of {highestRating}</span>
    </span>
  </span>
);

const StarRow = ({ className }: { className: string }) => (
  <span className={classNames('flex gap-0.5', className)}>
    {starNumbers.map((star) => (
      <Star key={star} {...starProps} />
    ))}
  </span>
);

/** Five stars, filled in proportion to a rating of up to ten. */
const FilledStars = ({ rating }: { rating: number }) => (
  <span aria-hidden="true" className="relative inline-flex">
    <StarRow className="text-hairline" />
    <span
      className="absolute inset-y-0 left-0 overflow-hidden"
      style={{ width: `${(rating / highestRating) * 100}%` }}
    >
      <StarRow className="text-gold" />
    </span>
  </span>
);

const pointsPerStar = highestRating / starNumbers.length;

/**
 * Five stars that set a rating. Each is worth two points. They are one tab stop; the arrow keys move between them. The stars stand beside
 * the field for the exact number, which may be between two stars.
 */
export const StarInput = ({ rating, onRate }: { rating: number; onRate: (rating: number) => void }) => {
  const name = useId();
  return (
    <fieldset className="relative flex min-h-11 items-center text-3xl">
      <legend className="sr-only">Rating in stars</legend>
      <FilledStars rating={rating} />
      <span className="absolute inset-0 flex">
        {starNumbers.map((star) => {
          const points = star * pointsPerStar;
          return (
            <label
              key={star}
              title={`${points} out of ${highestRating}`}
              className="relative flex-1 cursor-pointer rounded-control outline-offset-2 outline-brand has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name={name}
                value={points}
                checked={rating === points}
                onChange={() => onRate(points)}
                className="sr-only"
              />
              <span className="sr-only">
                {points} out of {highestRating}
              </span>
            </label>
          );
        })}
      </span>
    </fieldset>
  );
};
