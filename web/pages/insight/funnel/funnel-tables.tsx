import { funnelSteps, type InsightFunnel } from '#contract/insight.ts';
import { counted } from '../../../domains/activity/words.ts';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { exactShare, numberInWords } from '../words.ts';
import { type Step, stepsOf } from './steps.ts';

/** The steps that are drawn. */
export const StepsTable = ({ steps }: { steps: readonly Step[] }) => {
  const [enrolled, started] = steps;
  return (
    <Table caption="How far students come, step by step">
      <thead>
        <tr>
          <HeadCell>Step</HeadCell>
          <HeadCell className="text-right">Reached</HeadCell>
          <HeadCell className="text-right">% of enrolled</HeadCell>
          <HeadCell className="text-right">% of started</HeadCell>
          <HeadCell className="text-right">Stopped before</HeadCell>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {steps.map(({ step, name, reached, lost }) => (
          <tr key={step}>
            <th scope="row" className="border-b border-hairline px-4 py-2 font-medium whitespace-nowrap">
              {name}
            </th>
            <Cell className="py-2 text-right">{numberInWords(reached)}</Cell>
            <Cell className="py-2 text-right">{exactShare(reached, enrolled?.reached ?? 0)}</Cell>
            <Cell className="py-2 text-right">
              {step === 'enrolled' ? '–' : exactShare(reached, started?.reached ?? 0)}
            </Cell>
            <Cell className="py-2 text-right">{step === 'enrolled' ? '–' : numberInWords(lost)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

/** The same for each course. */
export const CoursesTable = ({ funnel: { school, courses, more } }: { funnel: InsightFunnel }) => (
  <div>
    <Table caption="How far students come, course by course">
      <thead>
        <tr>
          <HeadCell>Course</HeadCell>
          {stepsOf(school).map(({ step, name }) => (
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
                {numberInWords(steps[step])}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
    {more > 0 && (
      <p className="mt-2 text-sm text-muted">
        {counted(more, 'more course is', 'more courses are')} in the CSV file.
      </p>
    )}
  </div>
);
