import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import {
  countCommandsInLastWholeMinute,
  formatCount,
  formatMinute,
  formatNumber,
  summarizeHour,
  summarizeReadModels,
} from './dashboard-format.ts';
import { StatusChip } from './status-chip.tsx';

const KeyFigure = ({ name, value, detail }: { name: string; value: ReactNode; detail: string }) => (
  <Card className="flex flex-col p-4 sm:p-5">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-1 flex min-h-10 items-center font-serif text-3xl font-semibold tabular-nums">
      {value}
    </dd>
    <dd className="mt-1 text-sm text-muted tabular-nums">{detail}</dd>
  </Card>
);

export const KeyFigures = ({ dashboard }: { dashboard: Dashboard }) => {
  const { people, sockets, visitors, learners, learning: coursesBeingLearned, minutes, models } = dashboard;
  const { busiest } = summarizeHour(minutes);
  const commands = countCommandsInLastWholeMinute(minutes);
  const readModels = summarizeReadModels(models);
  return (
    <dl className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <KeyFigure
        name="People connected"
        value={formatNumber(people)}
        detail={`${formatCount(sockets, 'open tab')}${visitors > 0 ? `, ${formatNumber(visitors)} of them opened by visitors` : ''}`}
      />
      <KeyFigure
        name="Learning now"
        value={formatNumber(learners)}
        detail={
          coursesBeingLearned.length === 0
            ? 'Nobody is in a lesson.'
            : `Most in ${coursesBeingLearned[0]?.courseName}`
        }
      />
      <KeyFigure
        name="Commands per minute"
        value={commands === null ? '–' : formatNumber(commands)}
        detail={
          busiest === null
            ? 'No commands in the last hour.'
            : `Peak: ${formatNumber(busiest.commands ?? 0)}, at ${formatMinute(busiest.at)}`
        }
      />
      <KeyFigure
        name="Read models"
        value={<StatusChip status={readModels} size="large" />}
        detail={readModels.detail}
      />
    </dl>
  );
};
