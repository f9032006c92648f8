import { useAtomValue } from 'jotai';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { useDashboard } from '../../domains/dashboard/dashboard.ts';
import { connectionAtom } from '../../client/live/connection.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CommandsChart } from './commands-chart.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Figures } from './figures.tsx';
import { LearningNow } from './learning-now.tsx';
import { NewestEvents } from './newest-events.tsx';
import { Nodes, ReadTables } from './standing.tsx';
import { timeInWords } from './words.ts';

const Shown = ({ dashboard }: { dashboard: Dashboard }) => (
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
 * What happens in the school at this moment, for Admins. It changes by itself, so it can be paused; screen readers hear of
 * that alone, since everything else changes all the time.
 */
export default function DashboardPage() {
  const { data, error, refetch, isFetching } = useDashboard();
  const connection = useAtomValue(connectionAtom);
  const [held, setHeld] = useState<Dashboard | null>(null);
  const shown = held ?? data;
  const stands = () => {
    if (held) return 'Paused. This is how things stood at';
    if (connection === 'past') return 'The past stands still. This is how things stood at';
    return connection === 'live'
      ? 'It changes by itself, last at'
      : 'The line is lost. This is how things stood at';
  };
  return (
    <Page>
      <PageHeading
        title="Live Dashboard"
        subtitle="What happens in the school at this moment."
        actions={
          data && (
            <Button look="second" onClick={() => setHeld(held ? null : data)}>
              {held ? (
                <Play className="size-4" aria-hidden="true" />
              ) : (
                <Pause className="size-4" aria-hidden="true" />
              )}
              {held ? 'Go on' : 'Pause'}
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
            {stands()} <time dateTime={shown.at}>{timeInWords(shown.at)}</time>
          </p>
          <Shown dashboard={shown} />
        </>
      ) : error ? (
        <div className="mt-8">
          <ErrorState
            title="The dashboard could not be loaded"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  );
}
