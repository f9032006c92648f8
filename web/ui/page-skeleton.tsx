import type { ReactNode } from 'react';
import { Page } from './page.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

/** A page whose heading and content are loading. @param children skeletons in the shape of the content. */
export const PageSkeleton = ({ label, children }: { label: string; children: ReactNode }) => (
  <Page>
    <Loading label={label}>
      <Skeleton className="h-10 w-80 max-w-full" />
      <Skeleton className="mt-3 mb-8 h-6 w-52" />
      {children}
    </Loading>
  </Page>
);
