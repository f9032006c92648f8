import { classNames } from './class-names.ts';

/** A spinner with a label for screen readers. */
export const Spinner = ({ label = 'Loading', className }: { label?: string; className?: string }) => (
  <span role="status" className={classNames('appear-late inline-flex items-center gap-2', className)}>
    <svg viewBox="0 0 24 24" className="size-5 animate-spin" aria-hidden="true" fill="none">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" className="opacity-20" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
    <span className="sr-only">{label}</span>
  </span>
);

/** A spinner in the middle of the page, for example while the session or the code of the page is loading. */
export const PageSpinner = ({ label }: { label?: string }) => (
  <div className="grid min-h-[60vh] place-items-center text-brand">
    <Spinner label={label} />
  </div>
);
