import { classNames } from '../../../ui/class-names.ts';
import { getUrgency, type Urgency } from '../run/time-left.ts';

const radius = 19;
const circumference = 2 * Math.PI * radius;

const colours: Record<Urgency, string> = { plenty: 'text-brand', soon: 'text-gold', now: 'text-bad' };

/** A ring that shows the remaining time, with the seconds in it. */
export const TimeRing = ({ seconds, totalSeconds }: { seconds: number; totalSeconds: number }) => (
  <svg
    viewBox="0 0 48 48"
    className={classNames('size-14 shrink-0 lg:size-32', colours[getUrgency(seconds)])}
    aria-hidden="true"
    data-urgency={getUrgency(seconds)}
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
        strokeDasharray={circumference}
        strokeDashoffset={circumference * (1 - Math.min(1, seconds / totalSeconds))}
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
