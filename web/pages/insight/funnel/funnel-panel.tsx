import { useState } from 'react';
import type { Funnel, InsightFunnel } from '#contract/schemas/insight.ts';
import { formatCount } from '../../../domains/activity/activity-format.ts';
import { fetchInsightCsv, useInsightFunnel } from '../../../domains/insight/insight-queries.ts';
import { Select } from '../../../ui/field.tsx';
import { formatNumber, formatShare } from '../insight-format.ts';
import { InsightPanel } from '../insight-panel.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { CoursesTable, StepsTable } from './funnel-tables.tsx';
import { computeSteps, type FunnelStepCount, findLargestLoss, getCompletionCounts } from './steps.ts';

const describeLoss = ({ after, lost }: { after: FunnelStepCount; lost: number }): string => {
  const place = after.step === 'enrolled' ? 'before the start' : `after “${after.name}”`;
  return `The largest loss is ${place}: ${formatCount(lost, 'enrollment', 'enrollments')}.`;
};

const FunnelSummary = ({ funnel }: { funnel: Funnel }) => {
  const { completed, enrolled } = getCompletionCounts(funnel);
  const largestLoss = findLargestLoss(computeSteps(funnel));
  return (
    <>
      Of {formatCount(enrolled, 'enrollment', 'enrollments')}, {formatNumber(completed)} (
      {formatShare(completed, enrolled)}) completed all five modules.
      {largestLoss && ` ${describeLoss(largestLoss)}`}
    </>
  );
};

export const FunnelPanel = () => {
  const query = useInsightFunnel();
  const [courseId, setCourseId] = useState('');
  const courses = query.data?.courses ?? [];
  const selectFunnel = (funnel: InsightFunnel) =>
    funnel.courses.find(({ _id }) => _id === courseId)?.steps ?? funnel.school;
  const selectSteps = (funnel: InsightFunnel) => computeSteps(selectFunnel(funnel));
  return (
    <InsightPanel
      title="Student progress"
      query={query}
      summary={(funnel) => <FunnelSummary funnel={selectFunnel(funnel)} />}
      controls={
        courses.length > 0 && (
          <Select
            label="Course"
            fieldClassName="w-full"
            value={courseId}
            onChange={(event) => setCourseId(event.target.value)}
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
      chart={(funnel) => <FunnelChart steps={selectSteps(funnel)} />}
      table={(funnel) => (
        <div className="grid gap-4 *:min-w-0">
          <StepsTable steps={selectSteps(funnel)} />
          <CoursesTable funnel={funnel} />
        </div>
      )}
      fetchCsv={fetchInsightCsv.funnel}
      describeEmpty={({ school }) => (school.enrolled > 0 ? null : 'No enrollments yet.')}
      height="h-105"
    />
  );
};
