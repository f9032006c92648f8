import { Page } from '../../../ui/page.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';

export const DetailsSkeleton = () => (
  <Page className="grid gap-10 lg:grid-cols-[1fr_20rem]">
    <Loading label="Loading the course" className="flex flex-col gap-5">
      <Skeleton className="h-6 w-28" />
      <Skeleton className="h-12 w-4/5" />
      <Skeleton className="aspect-video w-full rounded-card" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-3/4" />
    </Loading>
    <Skeleton className="h-80 w-full rounded-card" />
  </Page>
);
