import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { dayInWords, daySentence, monthInShort } from '../../../domains/activity/words.ts';
import { type MapDay, type MapWeek, weeksShown } from '../../../domains/activity/year.ts';
import { classNames } from '../../../ui/class-names.ts';
import { HeatLegend, heatOf } from './heat-legend.tsx';

type Place = { week: number; weekday: number };

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** Every second day is written; the others are heard. */
const isWritten = (weekday: number) => weekday % 2 === 0;

/** Where an arrow leads; Home and End to the first and the last week, by the same weekday where there is one. */
const moves: Readonly<Record<string, (place: Place) => Place>> = {
  ArrowLeft: ({ week, weekday }) => ({ week: week - 1, weekday }),
  ArrowRight: ({ week, weekday }) => ({ week: week + 1, weekday }),
  ArrowUp: ({ week, weekday }) =>
    weekday === 0 ? { week: week - 1, weekday: 6 } : { week, weekday: weekday - 1 },
  ArrowDown: ({ week, weekday }) =>
    weekday === 6 ? { week: week + 1, weekday: 0 } : { week, weekday: weekday + 1 },
  Home: ({ weekday }) => ({ week: 0, weekday }),
  End: () => ({ week: weeksShown - 1, weekday: 0 }),
};

const lastOf = (weeks: readonly MapWeek[]): Place => {
  const week = weeks.length - 1;
  return { week, weekday: weeks[week]?.findLastIndex((day) => day !== null) ?? 0 };
};

/** The name of a month stands over the first week that begins in it, if there is room before the next one. */
const monthOver = (weeks: readonly MapWeek[], week: number): string | null => {
  const date = weeks[week]?.[0]?.date;
  const before = weeks[week - 1]?.[0]?.date;
  if (!date || (before && date.slice(0, 7) === before.slice(0, 7))) return null;
  const isCramped = week === 0 && weeks[2]?.[0]?.date.slice(0, 7) !== date.slice(0, 7);
  return isCramped || week === weeks.length - 1 ? null : monthInShort(date);
};

type CellProps = { day: MapDay; isHere: boolean; onPoint: (day: MapDay) => void };

const Cell = memo(({ day, isHere, onPoint }: CellProps) => (
  <td
    tabIndex={isHere ? 0 : -1}
    data-date={day.date}
    aria-label={daySentence(day)}
    onPointerEnter={() => onPoint(day)}
    onFocus={() => onPoint(day)}
    className="rounded-[4px] p-0 hover:ring-2 hover:ring-control"
  >
    <span className={classNames('block aspect-square rounded-[3px]', heatOf[day.level])} />
  </td>
));

const Months = ({ weeks }: { weeks: readonly MapWeek[] }) => (
  <thead aria-hidden="true">
    <tr>
      <td className="w-9 p-0" />
      {weeks.map((week, index) => (
        <td key={week[0]?.date} className="relative h-5 p-0 text-xs text-muted">
          <span className="absolute top-0 left-0 whitespace-nowrap">{monthOver(weeks, index)}</span>
        </td>
      ))}
    </tr>
  </thead>
);

/**
 * The acts of a year, a square a day, weeks from left to right. One stop of the Tab key: arrows go from day to day, and each is
 * said. On a phone it scrolls in itself, and shows the newest weeks first.
 */
export const HeatMap = ({ weeks }: { weeks: readonly MapWeek[] }) => {
  const frame = useRef<HTMLDivElement>(null);
  const [here, setHere] = useState<Place>(() => lastOf(weeks));
  const [pointed, setPointed] = useState<MapDay | null>(null);
  const dayAt = ({ week, weekday }: Place) => weeks[week]?.[weekday] ?? null;
  // Tomorrow the map has moved on by a week, perhaps.
  const stop = dayAt(here) ? here : lastOf(weeks);

  useEffect(() => {
    frame.current?.scrollTo({ left: frame.current.scrollWidth });
  }, []);

  const move = (event: KeyboardEvent) => {
    const next = moves[event.key]?.(stop);
    if (!next) return;
    event.preventDefault();
    const day = dayAt(next);
    if (!day) return;
    setHere(next);
    frame.current?.querySelector<HTMLElement>(`[data-date="${day.date}"]`)?.focus();
  };

  return (
    <div>
      <div ref={frame} className="overflow-x-auto p-1 pb-2">
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells arrows walk through is a grid
          role="grid"
          aria-label="Activity by day, the last twelve months"
          aria-readonly="true"
          onKeyDown={move}
          className="w-full min-w-[46rem] table-fixed border-separate border-spacing-[3px]"
        >
          <Months weeks={weeks} />
          <tbody>
            {weekdays.map((name, weekday) => (
              <tr key={name}>
                <th
                  scope="row"
                  className="relative p-0 text-left text-xs leading-none font-normal text-muted"
                >
                  <span className="sr-only">{name}</span>
                  {isWritten(weekday) && <span aria-hidden="true">{name.slice(0, 3)}</span>}
                </th>
                {weeks.map((week, index) => {
                  const day = week[weekday];
                  return day ? (
                    <Cell
                      key={day.date}
                      day={day}
                      isHere={stop.week === index && stop.weekday === weekday}
                      onPoint={setPointed}
                    />
                  ) : (
                    <td key={`after ${week[0]?.date}`} className="p-0" />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
        <p className="min-h-6" aria-hidden="true">
          {pointed ? daySentence(pointed) : `Until ${dayInWords(dayAt(stop)?.date ?? '')}`}
        </p>
        <HeatLegend />
      </div>
    </div>
  );
};
