import { classNames } from './class-names.ts';

/** A grey placeholder for content that is loading. Set the size of the content with `className`. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div
    aria-hidden="true"
    className={classNames('appear-late animate-pulse rounded-control bg-hairline/60', className)}
  />
);
