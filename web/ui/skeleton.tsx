import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A grey placeholder for content that is loading. Set the size of the content with `className`. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div
    aria-hidden="true"
    className={classNames('appear-late animate-pulse rounded-control bg-hairline/60', className)}
  />
);

export const Skeletons = ({ count, className }: { count: number; className: string }) =>
  Array.from({ length: count }, (_, index) => `skeleton-${index}`).map((key) => (
    <Skeleton key={key} className={className} />
  ));

/** Surrounds skeletons. Screen readers announce the label instead. */
export const Loading = ({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  <div role="status" className={className}>
    <span className="sr-only">{label}</span>
    {children}
  </div>
);
