import type { InsightFunnel, InsightTime } from '#contract/insight.ts';
import { useInsightFunnel, useInsightHours, useInsightTime } from '../../domains/insight/insight.ts';
import type { Span, SpanName } from '../../domains/insight/span.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { busiestOf, weekOf } from './hours/week.ts';
import { sumsOf } from './time/sums.ts';
import { hourInWords, numberInWords, shareInWords, weekdays } from './words.ts';

const spanInWords: Record<SpanName, string> = {
  '12w': 'in the last 12 weeks',
  '6m': 'in the last 6 months',
  '12m': 'in the last 12 months',
  all: 'since the beginning',
};

const Figure = ({ name, value, detail }: { name: string; value: string | null; detail: string }) => (
  <Card className="flex flex-col p-4 sm:p-5">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-1 min-h-10 font-serif text-2xl leading-10 font-semibold tabular-nums sm:text-3xl sm:leading-10">
      {value ?? <Skeleton className="h-9 w-20" />}
    </dd>
    <dd className="mt-1 text-sm text-muted tabular-nums">{detail}</dd>
  </Card>
);

const sumsIn = (time: InsightTime | undefined) => (time ? sumsOf(time.periods) : null);

const finishing = (funnel: InsightFunnel | undefined) =>
  funnel
    ? {
        value: shareInWords(funnel.school.module5, funnel.school.started),
        detail:
          funnel.school.started === 0
            ? 'Nobody has started one yet.'
            : `of ${numberInWords(funnel.school.started)} who started one`,
      }
    : { value: null, detail: 'of those who started one' };

/** The four numbers that say most. */
export const Figures = ({ span }: { span: Span }) => {
  const sums = sumsIn(useInsightTime(span).data);
  const finish = finishing(useInsightFunnel().data);
  const hours = useInsightHours(span).data;
  const busiest = hours ? busiestOf(weekOf(hours, 'acts')) : null;
  const inSpan = spanInWords[span.name];
  return (
    <dl className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Figure name="Enrolments" value={sums && numberInWords(sums.enrolments)} detail={inSpan} />
      <Figure name="Completed courses" value={sums && numberInWords(sums.completions)} detail={inSpan} />
      <Figure name="Finish a course" value={finish.value} detail={finish.detail} />
      <Figure
        name="Busiest hour"
        value={
          hours
            ? busiest
              ? `${weekdays[busiest.weekday]?.slice(0, 3)} ${hourInWords(busiest.hour)}`
              : '–'
            : null
        }
        detail="by your own clock"
      />
    </dl>
  );
};
