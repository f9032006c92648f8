import { Check } from 'lucide-react';

const radius = 42;
const circumference = 2 * Math.PI * radius;

/** The score as a ring. */
export const ScoreRing = ({ score, outOf }: { score: number; outOf: number }) => (
  <span className="relative grid size-24 shrink-0 place-items-center text-good">
    <svg
      viewBox="0 0 100 100"
      className="absolute inset-0 -rotate-90"
      fill="none"
      strokeWidth="9"
      aria-hidden="true"
    >
      <circle cx="50" cy="50" r={radius} className="stroke-hairline" />
      {score > 0 && (
        <circle
          cx="50"
          cy="50"
          r={radius}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - score / outOf)}
        />
      )}
    </svg>
    {score === outOf ? (
      <Check className="size-10" strokeWidth={3} />
    ) : (
      <span aria-hidden="true" className="text-xl font-semibold text-ink tabular-nums">
        {score}/{outOf}
      </span>
    )}
  </span>
);
