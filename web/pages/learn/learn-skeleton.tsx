import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export const LessonSkeleton = () => (
  <div className="mt-5 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
    <Loading label="Loading the lesson" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="aspect-video w-full rounded-card" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="mt-4 h-40 w-full rounded-card" />
    </Loading>
    <Skeleton className="h-96 w-full rounded-card" />
  </div>
);

/** The skeleton of the page while the enrolment is loading. */
export const LearnSkeleton = () => (
  <div className="page-width pt-5 pb-16 sm:pt-8 sm:pb-24">
    <Skeleton className="h-9 w-4/5 max-w-prose" />
    <LessonSkeleton />
  </div>
);
