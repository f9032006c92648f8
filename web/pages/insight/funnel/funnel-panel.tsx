import { useState } from 'react';
import type { InsightFunnel } from '#contract/insight.ts';
import { counted } from '../../../domains/activity/words.ts';
import { insightFiles, useInsightFunnel } from '../../../domains/insight/insight.ts';
import { Select } from '../../../ui/field.tsx';
import { Panel } from '../panel.tsx';
import { numberInWords, shareInWords } from '../words.ts';
import { FunnelChart } from './funnel-chart.tsx';
import { CoursesTable, StepsTable } from './funnel-tables.tsx';
import { type Step, stepsOf, worstOf } from './steps.ts';

const About = ({ steps }: { steps: readonly Step[] }) => {
  const [enrolled, started] = steps;
  const finished = steps.find(({ step }) => step === 'module5');
  const worst = worstOf(steps);
  if (!enrolled || !started || !finished) return null;
  return (
    <>
      Of {counted(enrolled.reached, 'enrolment', 'enrolments')} {numberInWords(finished.reached)} (
      {shareInWords(finished.reached, enrolled.reached)}) came through all five modules.
      {worst &&
        ` Most stop ${worst.after.step === 'enrolled' ? 'before they start' : `after “${worst.after.name}”`}: ${numberInWords(worst.lost)}.`}
    </>
  );
};

/** How far people come, from enrolling to the certificate: in the whole school, or in a course. */
export const FunnelPanel = ({ className }: { className?: string }) => {
  const asked = useInsightFunnel();
  const [chosen, setChosen] = useState('');
  const courses = asked.data?.courses ?? [];
  const shown = ({ school, courses: known }: InsightFunnel) =>
    stepsOf(known.find(({ _id }) => _id === chosen)?.steps ?? school);
  return (
    <Panel
      title="How far students come"
      asked={asked}
      about={(funnel) => <About steps={shown(funnel)} />}
      controls={
        courses.length > 0 && (
          <Select
            label="Course"
            fieldClassName="w-full"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">The whole school</option>
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
      file={insightFiles.funnel}
      empty={({ school }) => (school.enrolled > 0 ? null : 'Nobody has enrolled in a course yet.')}
      height="h-105"
      {...(className ? { className } : {})}
    />
  );
};
