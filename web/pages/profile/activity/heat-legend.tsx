import type { CalendarDay } from '../../../domains/activity/activity-calendar.ts';
import { classNames } from '../../../ui/class-names.ts';

/** The classes of a day by its level. */
export const heatClasses: Readonly<Record<CalendarDay['level'], string>> = {
  0: 'bg-sunken ring-1 ring-inset ring-hairline',
  1: 'bg-brand/30',
  2: 'bg-brand/50',
  3: 'bg-brand/75',
  4: 'bg-brand',
};

export const HeatLegend = () => (
  <p className="flex items-center gap-1.5" aria-hidden="true">
    Less
    {([0, 1, 2, 3, 4] as const).map((level) => (
      <span key={level} className={classNames('size-3 rounded-[3px]', heatClasses[level])} />
    ))}
    More
  </p>
);
