import type { InsightTime } from '#contract/schemas/insight.ts';
import { formatCount } from '../../../domains/activity/activity-format.ts';
import { fetchInsightCsv, useInsightTime } from '../../../domains/insight/insight-queries.ts';
import type { PeriodLength, TimeSpan } from '../../../domains/insight/time-span.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { formatNumber, formatPeriod } from '../insight-format.ts';
import { InsightPanel } from '../insight-panel.tsx';
import { summarizePeriods } from './summarize-periods.ts';
import { TimeChart } from './time-chart.tsx';

const TimeSummary = ({ time }: { time: InsightTime }) => {
  const { enrolments, completions, busiest } = summarizePeriods(time.periods);
  return (
    <>
      {formatCount(enrolments, 'enrollment', 'enrollments')} and{' '}
      {formatCount(completions, 'completed course', 'completed courses')}.
      {busiest &&
        ` Most enrollments in ${formatPeriod(busiest.begins, time.by).replace(/^Week/, 'the week')}: ${formatNumber(busiest.enrolments)}.`}{' '}
      The current {time.by} is still in progress.
    </>
  );
};

const TimeTable = ({ time: { by, periods } }: { time: InsightTime }) => {
  const { enrolments, completions } = summarizePeriods(periods);
  return (
    <Table caption={`Enrollments and completed courses by ${by}, newest first`}>
      <thead>
        <tr>
          <HeadCell>{by === 'week' ? 'Week' : 'Month'}</HeadCell>
          <HeadCell className="text-right">Enrollments</HeadCell>
          <HeadCell className="text-right">Completed courses</HeadCell>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {periods.toReversed().map((period) => (
          <tr key={period.begins}>
            <th scope="row" className="border-b border-hairline px-4 py-2 font-medium">
              {formatPeriod(period.begins, by)}
            </th>
            <Cell className="py-2 text-right">{formatNumber(period.enrolments)}</Cell>
            <Cell className="py-2 text-right">{formatNumber(period.completions)}</Cell>
          </tr>
        ))}
      </tbody>
      <tfoot className="tabular-nums">
        <tr className="bg-sunken font-medium">
          <th scope="row" className="px-4 py-2.5">
            Total
          </th>
          <td className="px-4 py-2.5 text-right">{formatNumber(enrolments)}</td>
          <td className="px-4 py-2.5 text-right">{formatNumber(completions)}</td>
        </tr>
      </tfoot>
    </Table>
  );
};

const describeEmpty = ({ periods }: InsightTime): string | null =>
  periods.some(({ enrolments, completions }) => enrolments + completions > 0)
    ? null
    : 'No enrollments or completions in this time span.';

export const TimePanel = ({
  span,
  onPeriodLength,
}: {
  span: TimeSpan;
  onPeriodLength: (by: PeriodLength) => void;
}) => (
  <InsightPanel
    title="Enrollments and completions"
    query={useInsightTime(span)}
    summary={(time) => <TimeSummary time={time} />}
    controls={
      <SegmentedControl
        label="Enrollments and completions by"
        options={[
          ['week', 'By week'],
          ['month', 'By month'],
        ]}
        chosen={span.by}
        onChoose={onPeriodLength}
      />
    }
    chart={(time) => <TimeChart time={time} />}
    table={(time) => <TimeTable time={time} />}
    fetchCsv={() => fetchInsightCsv.time(span)}
    describeEmpty={describeEmpty}
    height="h-84"
  />
);
