import { Skeleton } from '../../ui/skeleton.tsx';

/** The dashboard's shape while it is loading. */
export const DashboardSkeleton = () => (
  <div role="status" className="mt-16">
    <span className="sr-only">Loading the dashboard</span>
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {['people', 'learning', 'commands', 'tables'].map((name) => (
        <Skeleton key={name} className="h-32" />
      ))}
    </div>
    <div className="mt-4 grid gap-4 lg:grid-cols-3">
      <Skeleton className="h-72 lg:col-span-2" />
      <Skeleton className="h-72" />
      <Skeleton className="h-96 lg:col-span-2" />
      <Skeleton className="h-96" />
    </div>
  </div>
);
