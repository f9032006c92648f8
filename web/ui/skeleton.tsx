import { classNames } from './class-names.ts';

/** A grey shape in the place of something that is loading; give it the final size by `className`. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div
    aria-hidden="true"
    className={classNames('appear-late animate-pulse rounded-control bg-hairline/60', className)}
  />
);
