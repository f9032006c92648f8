import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** @param wide uses more of the width on wide screens, for a long list of cards. */
export const Page = ({
  className,
  wide = false,
  children,
}: {
  className?: string;
  wide?: boolean;
  children: ReactNode;
}) => (
  <div
    data-wide-page={wide ? 'list' : undefined}
    className={classNames('page-width pt-10 pb-16 sm:pt-14 sm:pb-24', className)}
  >
    {children}
  </div>
);
