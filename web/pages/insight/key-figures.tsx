import type { InsightFunnel, InsightTime } from '#contract/schemas/insight.ts';
import { useInsightFunnel, useInsightHours, useInsightTime } from '../../domains/insight/insight-queries.ts';
import type { TimeSpan, TimeSpanName } from '../../domains/insight/time-span.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { buildWeek, findBusiestHour } from './hours/week.ts';
import { formatHour, formatNumber, formatShare, weekdays } from './insight-format.ts';
import { summarizePeriods } from './time/summarize-periods.ts';

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

const completionFigure = (funnel: InsightFunnel | undefined) =>
  funnel
    ? {
        value: formatShare(funnel.school.module5, funnel.school.started),
        detail:
          funnel.school.started === 0
            ? 'No courses started yet'
            : `of ${formatNumber(funnel.school.started)} started courses`,
      }
    : { value: null, detail: 'of started courses' };

export const KeyFigures = ({ span }: { span: TimeSpan }) => {
  const totals = summarizeTime(useInsightTime(span).data);
  const completion = completionFigure(useInsightFunnel().data);
  const hours = useInsightHours(span).data;
  const busiest = hours ? findBusiestHour(buildWeek(hours, 'acts')) : null;
  const inSpan = spanDescriptions[span.name];
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <KeyFigure name="Enrollments" value={totals && formatNumber(totals.enrolments)} detail={inSpan} />
      <KeyFigure
        name="Completed courses"
        value={totals && formatNumber(totals.completions)}
        detail={inSpan}
      />
      <KeyFigure name="Completion rate" value={completion.value} detail={completion.detail} />
      <KeyFigure
        name="Busiest hour"
        value={
          hours
            ? busiest
              ? `${weekdays[busiest.weekday]?.slice(0, 3)} ${formatHour(busiest.hour)}`
              : '–'
            : null
        }
        detail="in your time zone"
      />
    </dl>
  );
};
