import { modulesOfACourse } from '#contract/enrolments.ts';

const radius = 20;
const round = 2 * Math.PI * radius;

const Ring = ({ completed }: { completed: number }) => (
  <svg
    viewBox="0 0 48 48"
    className="size-12 shrink-0 -rotate-90"
    aria-hidden="true"
    fill="none"
    strokeWidth="5"
  >
    <circle cx="24" cy="24" r={radius} className="stroke-hairline" />
    <circle
      cx="24"
      cy="24"
      r={radius}
      className="stroke-brand transition-[stroke-dashoffset] duration-300"
      strokeDasharray={round}
      strokeDashoffset={round * (1 - completed / modulesOfACourse)}
    />
  </svg>
);

/** A ring that is full at five of five modules, with the same in words beside it. */
export const ProgressRing = ({ completed }: { completed: number }) => (
  <p className="flex items-center gap-3 text-sm font-medium">
    <Ring completed={completed} />
    <span className="tabular-nums">
      {completed} of {modulesOfACourse} modules
    </span>
  </p>
);

const spelled = ['none', 'one', 'two', 'three', 'four', 'five'];

/** The ring beside a heading, with 'three of five modules' under it. */
export const ProgressHeading = ({ completed, title }: { completed: number; title: string }) => (
  <div className="flex items-center gap-4">
    <Ring completed={completed} />
    <div>
      <h2 className="font-serif text-xl leading-tight font-semibold">{title}</h2>
      <p className="text-sm text-muted">
        {spelled[completed] ?? completed} of {spelled[modulesOfACourse]} modules
      </p>
    </div>
  </div>
);
