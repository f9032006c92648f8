import { modulesPerCourse } from '#contract/schemas/enrolments.ts';

const radius = 20;
const circumference = 2 * Math.PI * radius;

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
      strokeDasharray={circumference}
      strokeDashoffset={circumference * (1 - completed / modulesPerCourse)}
    />
  </svg>
);

export const ProgressRing = ({ completed }: { completed: number }) => (
  <p className="flex items-center gap-3 text-sm font-medium">
    <Ring completed={completed} />
    <span className="tabular-nums">
      {completed} of {modulesPerCourse} modules
    </span>
  </p>
);

export const ProgressHeading = ({ completed, title }: { completed: number; title: string }) => (
  <div className="flex items-center gap-4">
    <Ring completed={completed} />
    <div>
      <h2 className="font-serif text-xl leading-tight font-semibold">{title}</h2>
      <p className="text-sm text-muted">
        {completed} of {modulesPerCourse} modules
      </p>
    </div>
  </div>
);
