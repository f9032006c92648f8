import { funnelSteps, type InsightFunnel } from '#contract/schemas/insight.ts';
import { formatCount } from '../../../domains/activity/activity-format.ts';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { formatExactShare, formatNumber } from '../insight-format.ts';
import { computeSteps, type FunnelStepCount } from './steps.ts';

export const StepsTable = ({ steps }: { steps: readonly FunnelStepCount[] }) => {
  const [enrolled, started] = steps;
  return (
    <Table caption="Student progress by step">
      <thead>
        <tr>
          <HeadCell>Step</HeadCell>
          <HeadCell className="text-right">Reached</HeadCell>
          <HeadCell className="text-right">% of enrolled</HeadCell>
          <HeadCell className="text-right">% of started</HeadCell>
          <HeadCell className="text-right">Lost since the previous step</HeadCell>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {steps.map(({ step, name, reached, lost }) => (
          <tr key={step}>
            <th scope="row" className="border-b border-hairline px-4 py-2 font-medium whitespace-nowrap">
              {name}
            </th>
            <Cell className="py-2 text-right">{formatNumber(reached)}</Cell>
            <Cell className="py-2 text-right">{formatExactShare(reached, enrolled?.reached ?? 0)}</Cell>
            <Cell className="py-2 text-right">
              {step === 'enrolled' ? '–' : formatExactShare(reached, started?.reached ?? 0)}
            </Cell>
            <Cell className="py-2 text-right">{step === 'enrolled' ? '–' : formatNumber(lost)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

export const CoursesTable = ({ funnel: { school, courses, more } }: { funnel: InsightFunnel }) => (
  <div>
    <Table caption="Student progress by course">
      <thead>
        <tr>
          <HeadCell>Course</HeadCell>
          {computeSteps(school).map(({ step, name }) => (
            <HeadCell key={step} className="text-right whitespace-nowrap">
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {courses.map(({ _id, code, name, withdrawn, steps }) => (
          <tr key={_id}>
            <th scope="row" className="min-w-48 border-b border-hairline px-4 py-2 font-medium">
              {code} {name}
              {withdrawn && <span className="font-normal text-muted"> (removed)</span>}
            </th>
            {funnelSteps.map((step) => (
              <Cell key={step} className="py-2 text-right">
                {formatNumber(steps[step])}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
    {more > 0 && (
      <p className="mt-2 text-sm text-muted">
        {formatCount(more, 'more course is', 'more courses are')} in the CSV file.
      </p>
    )}
  </div>
);
