import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import {
  type CalendarDay,
  type CalendarWeek,
  calendarWeekCount,
} from '../../../domains/activity/activity-calendar.ts';
import { describeDay, formatDay, formatShortMonth } from '../../../domains/activity/activity-format.ts';
import { classNames } from '../../../ui/class-names.ts';

const heatClasses: Readonly<Record<CalendarDay['level'], string>> = {
  0: 'bg-sunken ring-1 ring-inset ring-hairline',
  1: 'bg-brand/30',
  2: 'bg-brand/50',
  3: 'bg-brand/75',
  4: 'bg-brand',
};

const HeatLegend = () => (
  <p className="flex items-center gap-1.5" aria-hidden="true">
    Less
    {([0, 1, 2, 3, 4] as const).map((level) => (
      <span key={level} className={classNames('size-3 rounded-[3px]', heatClasses[level])} />
    ))}
    More
  </p>
);

type GridPosition = { week: number; weekday: number };

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** Only every second weekday has a visible label. Screen readers read the names of all. */
const hasVisibleLabel = (weekday: number) => weekday % 2 === 0;

/** Keyboard navigation: arrow keys, Home and End. */
const moves: Readonly<Record<string, (position: GridPosition) => GridPosition>> = {
  ArrowLeft: ({ week, weekday }) => ({ week: week - 1, weekday }),
  ArrowRight: ({ week, weekday }) => ({ week: week + 1, weekday }),
  ArrowUp: ({ week, weekday }) =>
    weekday === 0 ? { week: week - 1, weekday: 6 } : { week, weekday: weekday - 1 },
  ArrowDown: ({ week, weekday }) =>
    weekday === 6 ? { week: week + 1, weekday: 0 } : { week, weekday: weekday + 1 },
  Home: ({ weekday }) => ({ week: 0, weekday }),
  // The last week may have no days after Monday yet.
  End: () => ({ week: calendarWeekCount - 1, weekday: 0 }),
};

const findLastCell = (weeks: readonly CalendarWeek[]): GridPosition => {
  const week = weeks.length - 1;
  return { week, weekday: weeks[week]?.findLastIndex((day) => day !== null) ?? 0 };
};

/** Returns the name of a month for the first shown week whose Monday is in that month; null for other weeks, or if there is no space. */
const findMonthLabel = (weeks: readonly CalendarWeek[], week: number): string | null => {
  const date = weeks[week]?.[0]?.date;
  const previousDate = weeks[week - 1]?.[0]?.date;
  if (!date || (previousDate && date.slice(0, 7) === previousDate.slice(0, 7))) return null;
  const isCramped = week === 0 && weeks[2]?.[0]?.date.slice(0, 7) !== date.slice(0, 7);
  return isCramped || week === weeks.length - 1 ? null : formatShortMonth(date);
};

type CellProps = { day: CalendarDay; isTabStop: boolean; onHighlight: (day: CalendarDay) => void };

const Cell = memo(({ day, isTabStop, onHighlight }: CellProps) => (
  <td
    tabIndex={isTabStop ? 0 : -1}
    data-date={day.date}
    aria-label={describeDay(day)}
    onPointerEnter={() => onHighlight(day)}
    onFocus={() => onHighlight(day)}
    className="rounded-[4px] p-0 hover:ring-2 hover:ring-control"
  >
    <span className={classNames('block aspect-square rounded-[3px]', heatClasses[day.level])} />
  </td>
));

const Months = ({ weeks }: { weeks: readonly CalendarWeek[] }) => (
  <thead aria-hidden="true">
    <tr>
      <td className="w-9 p-0" />
      {weeks.map((week, index) => (
        <td key={week[0]?.date} className="relative h-5 p-0 text-xs text-muted">
          <span className="absolute top-0 left-0 whitespace-nowrap">{findMonthLabel(weeks, index)}</span>
        </td>
      ))}
    </tr>
  </thead>
);

/**
 * The activity of a year as a grid with one square per day and one column per week. It is a single tab stop; arrow keys
 * move between days. On narrow screens it scrolls horizontally, starting at the newest weeks.
 */
export const HeatMap = ({ weeks }: { weeks: readonly CalendarWeek[] }) => {
  const frame = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<GridPosition>(() => findLastCell(weeks));
  const [highlighted, setHighlighted] = useState<CalendarDay | null>(null);
  const dayAt = ({ week, weekday }: GridPosition) => weeks[week]?.[weekday] ?? null;
  // The focused day may disappear when the calendar moves on to a new week.
  const tabStop = dayAt(focused) ? focused : findLastCell(weeks);

  useEffect(() => {
    frame.current?.scrollTo({ left: frame.current.scrollWidth });
  }, []);

  const move = (event: KeyboardEvent) => {
    // The browser handles combinations with these keys. Alt and ArrowLeft, for example, go back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = moves[event.key]?.(tabStop);
    if (!next) return;
    event.preventDefault();
    const day = dayAt(next);
    if (!day) return;
    setFocused(next);
    frame.current?.querySelector<HTMLElement>(`[data-date="${day.date}"]`)?.focus();
  };

  return (
    <div>
      <div ref={frame} className="overflow-x-auto p-1 pb-2">
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are navigated with the arrow keys is a grid
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
                  {hasVisibleLabel(weekday) && <span aria-hidden="true">{name.slice(0, 3)}</span>}
                </th>
                {weeks.map((week, index) => {
                  const day = week[weekday];
                  return day ? (
                    <Cell
                      key={day.date}
                      day={day}
                      isTabStop={tabStop.week === index && tabStop.weekday === weekday}
                      onHighlight={setHighlighted}
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
          {highlighted ? describeDay(highlighted) : `Until ${formatDay(dayAt(tabStop)?.date ?? '')}`}
        </p>
        <HeatLegend />
      </div>
    </div>
  );
};
