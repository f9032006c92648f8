import { useState } from 'react';
import type { InsightFunnel } from '#contract/schemas/insight.ts';
import { formatCount } from '../../../domains/activity/activity-format.ts';
import { fetchInsightCsv, useInsightFunnel } from '../../../domains/insight/insight-queries.ts';
import { Select } from '../../../ui/field.tsx';
import { formatNumber, formatShare } from '../insight-format.ts';
import { InsightPanel } from '../insight-panel.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { CoursesTable, StepsTable } from './funnel-tables.tsx';
import { computeSteps, type FunnelStepCount, findLargestLoss } from './steps.ts';

const FunnelSummary = ({ steps }: { steps: readonly FunnelStepCount[] }) => {
  const [enrolled, started] = steps;
  const finished = steps.find(({ step }) => step === 'module5');
  const worst = findLargestLoss(steps);
  if (!enrolled || !started || !finished) return null;
  return (
    <>
      Of {formatCount(enrolled.reached, 'enrolment', 'enrolments')} {formatNumber(finished.reached)} (
      {formatShare(finished.reached, enrolled.reached)}) completed all five modules.
      {worst &&
        ` Most stop ${worst.after.step === 'enrolled' ? 'before they start' : `after “${worst.after.name}”`}: ${formatNumber(worst.lost)}.`}
    </>
  );
};

/** The funnel from enrolment to certificate, for the school or one course. */
export const FunnelPanel = ({ className }: { className?: string }) => {
  const asked = useInsightFunnel();
  const [chosen, setChosen] = useState('');
  const courses = asked.data?.courses ?? [];
  const shown = ({ school, courses: known }: InsightFunnel) =>
    computeSteps(known.find(({ _id }) => _id === chosen)?.steps ?? school);
  return (
    <InsightPanel
      title="Student progress"
      asked={asked}
      about={(funnel) => <FunnelSummary steps={shown(funnel)} />}
      controls={
        courses.length > 0 && (
          <Select
            label="Course"
            fieldClassName="w-full"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">All courses</option>
            {courses.map(({ _id, code, name, withdrawn }) => (
              <option key={_id} value={_id}>
                {code} {name}
                {withdrawn ? ' (removed)' : ''}
              </option>
            ))}
          </Select>
        )
      }
      picture={(funnel) => <FunnelChart steps={shown(funnel)} />}
      table={(funnel) => (
        <div className="grid gap-4 *:min-w-0">
          <StepsTable steps={shown(funnel)} />
          <CoursesTable funnel={funnel} />
        </div>
      )}
      file={fetchInsightCsv.funnel}
      empty={({ school }) => (school.enrolled > 0 ? null : 'No enrolments yet.')}
      height="h-105"
      {...(className ? { className } : {})}
    />
  );
};
