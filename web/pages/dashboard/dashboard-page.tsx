import { useAtomValue } from 'jotai';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { connectionAtom } from '../../client/connection.ts';
import { paths } from '../../client/paths.ts';
import { useDashboard } from '../../domains/dashboard/dashboard-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Loading, Skeleton, Skeletons } from '../../ui/skeleton.tsx';
import { CommandsChart } from './commands-chart.tsx';
import { describeAge, formatCount, formatNumber, formatTime } from './dashboard-format.ts';
import { KeyFigures } from './key-figures.tsx';
import { NewestEvents } from './newest-events.tsx';
import { Panel } from './panel.tsx';
import { Nodes, ReadModels } from './status-panels.tsx';

const LearningNow = ({ learning }: Pick<Dashboard, 'learning'>) => {
  const maxLearners = Math.max(1, ...learning.map((course) => course.learning));
  return (
    <Panel title="Learning now" className="min-w-0">
      {learning.length === 0 ? (
        <p className="text-muted">
          Nobody is in a lesson right now. Courses with active learners appear here.
        </p>
      ) : (
        <ol className="space-y-3">
          {learning.map(({ courseId, courseName, learning: count }) => (
            <li key={courseId}>
              <div className="flex items-baseline justify-between gap-3">
                <Link
                  to={paths.courseDetails(courseId)}
                  className="min-w-0 truncate font-medium hover:text-brand hover:underline"
                >
                  {courseName}
                </Link>
                <span className="shrink-0 text-sm text-muted tabular-nums">
                  <span aria-hidden="true">{formatNumber(count)}</span>
                  <span className="sr-only">{formatCount(count, 'person', 'people')}</span>
                </span>
              </div>
              <div aria-hidden="true" className="mt-1.5 h-1.5 rounded-full bg-sunken">
                <div
                  className="h-full rounded-full bg-brand"
                  style={{ width: `${(count / maxLearners) * 100}%` }}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
};

/** The dashboard's shape while it is loading. */
const DashboardSkeleton = () => (
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

const DashboardContent = ({ dashboard }: { dashboard: Dashboard }) => (
  <>
    <KeyFigures dashboard={dashboard} />
    <div className="mt-4 grid gap-4 lg:grid-cols-3">
      <CommandsChart minutes={dashboard.minutes} />
      <LearningNow learning={dashboard.learning} />
      <NewestEvents dashboard={dashboard} />
      <div className="grid min-w-0 content-start gap-4">
        <ReadModels models={dashboard.models} head={dashboard.head} />
        <Nodes nodes={dashboard.nodes} />
      </div>
    </div>
  </>
);

/**
 * The live dashboard for Admins. Its updates can be paused. Screen readers announce only the pause, because the figures
 * change all the time.
 */
export default function DashboardPage() {
  const query = useDashboard();
  const { data, error } = query;
  const connection = useAtomValue(connectionAtom);
  const [pausedData, setPausedData] = useState<Dashboard | null>(null);
  const dashboard = pausedData ?? data;
  const renderContent = () => {
    if (dashboard)
      return (
        <>
          <p className="mt-3 text-sm text-muted tabular-nums">
            {describeAge(connection, pausedData !== null)}{' '}
            <time dateTime={dashboard.at}>{formatTime(dashboard.at)}</time>
          </p>
          <DashboardContent dashboard={dashboard} />
        </>
      );
    if (!error) return <DashboardSkeleton />;
    return (
      <div className="mt-8">
        <QueryError title="The dashboard could not be loaded" query={query} />
      </div>
    );
  };
  return (
    <Page>
      <PageHeading
        title="Live Dashboard"
        subtitle="Live activity and system status."
        actions={
          data && (
            <Button variant="secondary" onClick={() => setPausedData(pausedData ? null : data)}>
              {pausedData ? <Play className="size-4" /> : <Pause className="size-4" />}
              {pausedData ? 'Resume' : 'Pause'}
            </Button>
          )
        }
      />
      <p role="status" className="sr-only">
        {pausedData ? 'The dashboard is paused.' : ''}
      </p>
      {renderContent()}
    </Page>
  );
}
