import { Loading, Skeleton, Skeletons } from '../../ui/skeleton.tsx';

/** The dashboard's shape while it is loading. */
export const DashboardSkeleton = () => (
  <Loading label="Loading the dashboard" className="mt-16">
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Skeletons count={4} className="h-32" />
    </div>
    <div className="mt-4 grid gap-4 lg:grid-cols-3">
      <Skeleton className="h-72 lg:col-span-2" />
      <Skeleton className="h-72" />
      <Skeleton className="h-96 lg:col-span-2" />
      <Skeleton className="h-96" />
    </div>
  </Loading>
);
