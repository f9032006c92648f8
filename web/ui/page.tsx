import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The content of a page, with its margins. @param isWide uses more of the width on wide screens, for a long list of cards. */
export const Page = ({
  className,
  isWide = false,
  children,
}: {
  className?: string;
  isWide?: boolean;
  children: ReactNode;
}) => (
  <div
    data-wide-page={isWide ? 'list' : undefined}
    className={classNames('page-width pt-10 pb-16 sm:pt-14 sm:pb-24', className)}
  >
    {children}
  </div>
);
