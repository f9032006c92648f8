import { classNames } from '../../../ui/class-names.ts';
import { type Urgency, urgencyOf } from '../run/time-left.ts';

const radius = 19;
const round = 2 * Math.PI * radius;

const colours: Record<Urgency, string> = { plenty: 'text-brand', soon: 'text-gold', now: 'text-bad' };

/** A ring that shows the remaining time, with the seconds in it. */
export const TimeRing = ({ seconds, of }: { seconds: number; of: number }) => (
  <svg
    viewBox="0 0 48 48"
    className={classNames('size-14 shrink-0 lg:size-32', colours[urgencyOf(seconds)])}
    aria-hidden="true"
    data-urgency={urgencyOf(seconds)}
  >
    <g className="origin-center -rotate-90" fill="none" strokeWidth="5">
      <circle cx="24" cy="24" r={radius} className="stroke-hairline" />
      <circle
        cx="24"
        cy="24"
        r={radius}
        stroke="currentColor"
        strokeLinecap={seconds === 0 ? 'butt' : 'round'}
        className="transition-[stroke-dashoffset] duration-300"
        strokeDasharray={round}
        strokeDashoffset={round * (1 - Math.min(1, seconds / of))}
      />
    </g>
    <text
      x="24"
      y="24"
      textAnchor="middle"
      dominantBaseline="central"
      fill="currentColor"
      className="text-base font-semibold tabular-nums"
    >
      {seconds}
    </text>
  </svg>
);
