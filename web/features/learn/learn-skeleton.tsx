import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The shape of the page while the enrolment is loading: player, buttons and tabs, the outline beside them. */
export const LearnSkeleton = () => (
  <Page className="grid gap-8 lg:grid-cols-[1fr_20rem]">
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading the course</span>
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="aspect-video w-full rounded-card" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-40 w-full rounded-card" />
    </div>
    <Skeleton className="h-96 w-full rounded-card" />
  </Page>
);
