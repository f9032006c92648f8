import type { RatingSummary as Summary } from '#contract/reviews.ts';
import { meanInWords, reviewsInWords } from '../words.ts';
import { Spread } from './spread.tsx';
import { Stars } from './stars.tsx';

/** What reviews come to: the mean, large; how many; their spread. Nothing where there are none. */
export const RatingSummary = ({ summary }: { summary: Summary }) => {
  if (summary.rating === null) return null;
  return (
    <div className="grid gap-x-8 gap-y-5 rounded-card border border-hairline bg-surface p-5 shadow-card sm:grid-cols-[auto_1fr] sm:items-center">
      <div className="flex items-center gap-4 sm:flex-col sm:items-start sm:gap-2">
        <p className="font-serif text-4xl font-semibold tabular-nums">
          <span className="sr-only">Mean rating </span>
          {meanInWords(summary.rating)}
          <span className="ml-1 font-sans text-base font-normal text-muted">/10</span>
        </p>
        <div>
          <Stars rating={summary.rating} className="text-xl" />
          <p className="text-sm text-muted">{reviewsInWords(summary.reviews)}</p>
        </div>
      </div>
      <div className="w-full max-w-md sm:justify-self-end">
        <Spread spread={summary.spread} />
      </div>
    </div>
  );
};
