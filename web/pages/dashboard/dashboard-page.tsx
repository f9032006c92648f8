import { useAtomValue } from 'jotai';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { ErrorState } from '../../client/api/error-state.tsx';
import { connectionAtom } from '../../client/connection.ts';
import { useDashboard } from '../../domains/dashboard/dashboard-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CommandsChart } from './commands-chart.tsx';
import { formatTime } from './dashboard-format.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Figures } from './figures.tsx';
import { LearningNow } from './learning-now.tsx';
import { NewestEvents } from './newest-events.tsx';
import { Nodes, ReadTables } from './status-panels.tsx';

const DashboardContent = ({ dashboard }: { dashboard: Dashboard }) => (
  <>
    <Figures dashboard={dashboard} />
    <div className="mt-4 grid gap-4 lg:grid-cols-3">
      <CommandsChart minutes={dashboard.minutes} className="min-w-0 lg:col-span-2" />
      <LearningNow learning={dashboard.learning} className="min-w-0" />
      <NewestEvents dashboard={dashboard} className="min-w-0 lg:col-span-2" />
      <div className="grid min-w-0 content-start gap-4">
        <ReadTables models={dashboard.models} head={dashboard.head} />
        <Nodes nodes={dashboard.nodes} />
      </div>
    </div>
  </>
);

/**
 * The live dashboard for Admins. Its updates can be paused. Screen readers announce only that, because the figures change all the time.
 */
export default function DashboardPage() {
  const { data, error, refetch, isFetching } = useDashboard();
  const connection = useAtomValue(connectionAtom);
  const [held, setHeld] = useState<Dashboard | null>(null);
  const shown = held ?? data;
  const describeState = () => {
    if (held) return 'Paused. As of';
    if (connection === 'past') return 'Snapshot as of';
    return connection === 'live' ? 'Last updated' : 'Connection lost. As of';
  };
  return (
    <Page>
      <PageHeading
        title="Live Dashboard"
        subtitle="Live activity and system status."
        actions={
          data && (
            <Button look="second" onClick={() => setHeld(held ? null : data)}>
              {held ? (
                <Play className="size-4" aria-hidden="true" />
              ) : (
                <Pause className="size-4" aria-hidden="true" />
              )}
              {held ? 'Resume' : 'Pause'}
            </Button>
          )
        }
      />
      <p role="status" className="sr-only">
        {held ? 'The dashboard is paused.' : ''}
      </p>
      {shown ? (
        <>
          <p className="mt-3 text-sm text-muted tabular-nums">
            {describeState()} <time dateTime={shown.at}>{formatTime(shown.at)}</time>
          </p>
          <DashboardContent dashboard={shown} />
        </>
      ) : error ? (
        <div className="mt-8">
          <ErrorState
            title="The dashboard could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </div>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  );
}
