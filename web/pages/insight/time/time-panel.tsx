import type { InsightTime } from '#contract/insight.ts';
import { counted } from '../../../domains/activity/words.ts';
import { insightFiles, useInsightTime } from '../../../domains/insight/insight.ts';
import type { Period, Span } from '../../../domains/insight/span.ts';
import { Segments } from '../../../ui/segments.tsx';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { Panel } from '../panel.tsx';
import { numberInWords, periodInWords } from '../words.ts';
import { sumsOf } from './sums.ts';
import { TimeChart } from './time-chart.tsx';

const About = ({ time }: { time: InsightTime }) => {
  const { enrolments, completions, most } = sumsOf(time.periods);
  return (
    <>
      {counted(enrolments, 'enrolment', 'enrolments')} and{' '}
      {counted(completions, 'completed course', 'completed courses')}.
      {most &&
        ` Most enrolled in ${periodInWords(most.begins, time.by).replace(/^W/, 'the w')}: ${numberInWords(most.enrolments)}.`}{' '}
      The last {time.by} is not over yet.
    </>
  );
};

const TimeTable = ({ time: { by, periods } }: { time: InsightTime }) => {
  const { enrolments, completions } = sumsOf(periods);
  return (
    <Table caption={`Enrolments and completed courses by the ${by}, the newest first`}>
      <thead>
        <tr>
          <HeadCell>{by === 'week' ? 'Week' : 'Month'}</HeadCell>
          <HeadCell className="text-right">Enrolments</HeadCell>
          <HeadCell className="text-right">Completed courses</HeadCell>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {periods.toReversed().map((period) => (
          <tr key={period.begins}>
            <th scope="row" className="border-b border-hairline px-4 py-2 font-medium">
              {periodInWords(period.begins, by)}
            </th>
            <Cell className="py-2 text-right">{numberInWords(period.enrolments)}</Cell>
            <Cell className="py-2 text-right">{numberInWords(period.completions)}</Cell>
          </tr>
        ))}
      </tbody>
      <tfoot className="tabular-nums">
        <tr className="bg-sunken font-medium">
          <th scope="row" className="px-4 py-2.5">
            All of them
          </th>
          <td className="px-4 py-2.5 text-right">{numberInWords(enrolments)}</td>
          <td className="px-4 py-2.5 text-right">{numberInWords(completions)}</td>
        </tr>
      </tfoot>
    </Table>
  );
};

const nothingIn = ({ periods }: InsightTime): string | null =>
  periods.some(({ enrolments, completions }) => enrolments + completions > 0)
    ? null
    : 'Nobody enrolled or completed a course in this span.';

/** How enrolments and completed courses come and go. */
export const TimePanel = ({ span, onPeriod }: { span: Span; onPeriod: (by: Period) => void }) => (
  <Panel
    title="Enrolments and completions"
    asked={useInsightTime(span)}
    about={(time) => <About time={time} />}
    controls={
      <Segments
        label="Enrolments and completions by"
        options={[
          ['week', 'By week'],
          ['month', 'By month'],
        ]}
        chosen={span.by}
        onChoose={onPeriod}
      />
    }
    picture={(time) => <TimeChart time={time} />}
    table={(time) => <TimeTable time={time} />}
    file={() => insightFiles.time(span)}
    empty={nothingIn}
    height="h-84"
  />
);
