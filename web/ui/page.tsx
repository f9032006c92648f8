import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The width and the air of an ordinary page. */
export const Page = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={classNames('page-width py-10 sm:py-14', className)}>{children}</div>
);
