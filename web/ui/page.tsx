import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export const Page = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={classNames('page-width pt-10 pb-16 sm:pt-14 sm:pb-24', className)}>{children}</div>
);
