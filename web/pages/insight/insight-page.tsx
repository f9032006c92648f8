import { paths } from '../../client/paths.ts';
import { localDate } from '../../domains/activity/activity-calendar.ts';
import { useInsightFunnel, useInsightSubscription } from '../../domains/insight/insight-queries.ts';
import { readTimeSpan, type TimeSpanName } from '../../domains/insight/time-span.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Options, Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useQueryParams } from '../../ui/use-query-text.ts';
import { FunnelPanel } from './funnel/funnel-panel.tsx';
import { HoursPanel } from './hours/hours-panel.tsx';
import { KeyFigures } from './key-figures.tsx';
import { QuestionsPanel } from './questions/questions-panel.tsx';
import { TimePanel } from './time/time-panel.tsx';

const spanNames: Record<TimeSpanName, string> = {
  '12w': 'Last 12 weeks',
  '6m': 'Last 6 months',
  '12m': 'Last 12 months',
  all: 'Since the beginning',
};

const Empty = () => (
  <div className="mt-10">
    <EmptyState
      sentence="No data yet."
      detail="Statistics appear here as soon as the first student enrolls in a course."
      action={
        <>
          <ButtonLink to={paths.addCourse}>Add a course</ButtonLink>
          <ButtonLink to={paths.announcement} look="second">
            Post an announcement
          </ButtonLink>
        </>
      }
    />
  </div>
);

/** School statistics without personal data. They update live. */
export default function InsightPage() {
  useInsightSubscription();
  const { query, put } = useQueryParams();
  const span = readTimeSpan(query, localDate(new Date()));
  const isEmpty = useInsightFunnel().data?.school.enrolled === 0;
  return (
    <Page>
      <PageHeading
        title="Insight"
        subtitle="School statistics, without personal data. Updates automatically."
        actions={
          !isEmpty && (
            <Select
              label="Time span"
              fieldClassName="min-w-52"
              value={span.name}
              onChange={(event) => put({ span: event.target.value, by: '' })}
            >
              <Options names={spanNames} />
            </Select>
          )
        }
      />
      {isEmpty ? (
        <Empty />
      ) : (
        <>
          <KeyFigures span={span} />
          <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
            <div className="min-w-0 lg:col-span-2">
              <TimePanel span={span} onPeriod={(by) => put({ by })} />
            </div>
            <FunnelPanel />
            <QuestionsPanel />
            <div className="min-w-0 lg:col-span-2">
              <HoursPanel span={span} />
            </div>
          </div>
          <p className="mt-6 max-w-prose text-sm text-muted">
            Enrollments, completions and hours cover the selected time span. Progress and questions cover all
            time. Former users are included.
          </p>
        </>
      )}
    </Page>
  );
}
