import { Skeleton } from '../../../ui/skeleton.tsx';

/** The shape of a course card while the courses are loading. */
export const CourseCardSkeleton = () => (
  <div aria-hidden="true" className="overflow-hidden rounded-card border border-hairline bg-surface">
    <Skeleton className="aspect-video rounded-none" />
    <div className="flex flex-col gap-3 p-5">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="mt-3 h-11 w-full" />
    </div>
  </div>
);
