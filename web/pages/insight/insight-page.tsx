import type { InsightFunnel, InsightHours, InsightTime } from '#contract/schemas/insight.ts';
import { paths } from '../../client/paths.ts';
import { formatLocalDate } from '../../domains/activity/activity-calendar.ts';
import { formatCount } from '../../domains/activity/activity-format.ts';
import {
  useInsightFunnel,
  useInsightHours,
  useInsightSubscription,
  useInsightTime,
} from '../../domains/insight/insight-queries.ts';
import { readTimeSpan, type TimeSpan, type TimeSpanName } from '../../domains/insight/time-span.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Options, Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useQueryParams } from '../../ui/use-query-text.ts';
import { FunnelPanel } from './funnel/funnel-panel.tsx';
import { getCompletionCounts } from './funnel/steps.ts';
import { HoursPanel } from './hours/hours-panel.tsx';
import { buildWeek, findBusiestHour } from './hours/week.ts';
import { formatHour, formatNumber, formatShare, weekdays } from './insight-format.ts';
import { QuestionsPanel } from './questions/questions-panel.tsx';
import { summarizePeriods } from './time/summarize-periods.ts';
import { TimePanel } from './time/time-panel.tsx';

const spanDescriptions: Record<TimeSpanName, string> = {
  '12w': 'in the last 12 weeks',
  '6m': 'in the last 6 months',
  '12m': 'in the last 12 months',
  all: 'since the beginning',
};

const KeyFigure = ({ name, value, detail }: { name: string; value: string | null; detail: string }) => (
  <Card className="flex flex-col p-4 sm:p-5">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-1 min-h-10 font-serif text-2xl leading-10 font-semibold tabular-nums sm:text-3xl sm:leading-10">
      {value ?? <Skeleton className="h-9 w-20" />}
    </dd>
    <dd className="mt-1 text-sm text-muted tabular-nums">{detail}</dd>
  </Card>
);

const summarizeTime = (time: InsightTime | undefined) => (time ? summarizePeriods(time.periods) : null);

const describeCompletion = (funnel: InsightFunnel | undefined) => {
  if (!funnel) return { value: null, detail: 'of all enrollments' };
  const { completed, enrolled } = getCompletionCounts(funnel.school);
  return {
    value: formatShare(completed, enrolled),
    detail: `of ${formatCount(enrolled, 'enrollment', 'enrollments')}`,
  };
};

const formatBusiestHour = (hours: InsightHours): string => {
  const busiest = findBusiestHour(buildWeek(hours, 'acts'));
  return busiest ? `${weekdays[busiest.dayIndex]?.slice(0, 3)} ${formatHour(busiest.hour)}` : '–';
};

const KeyFigures = ({ span }: { span: TimeSpan }) => {
  const totals = summarizeTime(useInsightTime(span).data);
  const completion = describeCompletion(useInsightFunnel().data);
  const hours = useInsightHours(span).data;
  const spanDescription = spanDescriptions[span.name];
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <KeyFigure
        name="Enrollments"
        value={totals && formatNumber(totals.enrolments)}
        detail={spanDescription}
      />
      <KeyFigure
        name="Completed courses"
        value={totals && formatNumber(totals.completions)}
        detail={spanDescription}
      />
      <KeyFigure name="Completion rate" value={completion.value} detail={completion.detail} />
      <KeyFigure
        name="Busiest hour"
        value={hours ? formatBusiestHour(hours) : null}
        detail="in your time zone"
      />
    </dl>
  );
};

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
          <ButtonLink to={paths.announcement} variant="secondary">
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
  const span = readTimeSpan(query, formatLocalDate(new Date()));
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
              <TimePanel span={span} onPeriodLength={(by) => put({ by })} />
            </div>
            <FunnelPanel />
            <QuestionsPanel />
            <div className="min-w-0 lg:col-span-2">
              <HoursPanel span={span} />
            </div>
          </div>
          <p className="mt-6 max-w-prose text-sm text-muted">
            Enrollments, completions and hours cover the selected time span. The completion rate, progress and
            questions cover all time. Former users are included.
          </p>
        </>
      )}
    </Page>
  );
}
