import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { StateChip } from './state-chip.tsx';
import {
  countOf,
  hourInWords,
  lastWholeMinute,
  minuteInWords,
  numberInWords,
  tablesInWords,
} from './words.ts';

const Figure = ({ name, value, detail }: { name: string; value: ReactNode; detail: string }) => (
  <Card className="flex flex-col p-4 sm:p-5">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-1 flex min-h-10 items-center font-serif text-3xl font-semibold tabular-nums">
      {value}
    </dd>
    <dd className="mt-1 text-sm text-muted tabular-nums">{detail}</dd>
  </Card>
);

/** The four numbers that say most. */
export const Figures = ({ dashboard }: { dashboard: Dashboard }) => {
  const { people, sockets, visitors, learners, learning, minutes, models } = dashboard;
  const { busiest } = hourInWords(minutes);
  const commands = lastWholeMinute(minutes);
  const tables = tablesInWords(models);
  return (
    <dl className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Figure
        name="People connected"
        value={numberInWords(people)}
        detail={`${countOf(sockets, 'open tab')}${visitors > 0 ? `, ${numberInWords(visitors)} of visitors` : ''}`}
      />
      <Figure
        name="Learning now"
        value={numberInWords(learners)}
        detail={learning.length === 0 ? 'No lesson is open.' : `Most in ${learning[0]?.courseName}`}
      />
      <Figure
        name="Commands a minute"
        value={commands === null ? '–' : numberInWords(commands)}
        detail={
          busiest === null
            ? 'A quiet hour so far.'
            : `At most ${numberInWords(busiest.commands ?? 0)}, at ${minuteInWords(busiest.at)}`
        }
      />
      <Figure name="Read tables" value={<StateChip state={tables} size="large" />} detail={tables.detail} />
    </dl>
  );
};
