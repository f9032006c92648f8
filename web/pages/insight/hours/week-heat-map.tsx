import { classNames } from '../../../ui/class-names.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { formatHour, weekdays } from '../insight-format.ts';
import { getColourLevel, type Week } from './week.ts';

/** The CSS classes of a cell by its colour level. */
const levelClasses = {
  0: 'bg-sunken text-muted',
  1: 'bg-brand/12 text-ink',
  2: 'bg-brand/25 text-ink',
  3: 'bg-brand/45 text-ink',
  4: 'bg-brand text-on-brand font-semibold',
} as const;

const compactFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

const Legend = () => (
  <p className="mt-3 flex items-center gap-1.5 text-sm text-muted" aria-hidden="true">
    Fewer
    {([0, 1, 2, 3, 4] as const).map((level) => (
      <span
        key={level}
        className={classNames('size-4 rounded-[4px] border border-hairline', levelClasses[level])}
      />
    ))}
    More
  </p>
);

const HourCell = ({ count, max }: { count: number; max: number }) => (
  <td
    className={classNames(
      'h-8 rounded-[4px] p-0 text-center text-[11px] tabular-nums sm:h-9',
      levelClasses[getColourLevel(count, max)],
    )}
  >
    {count > 0 ? compactFormat.format(count) : <span className="sr-only">0</span>}
  </td>
);

/** A heat map of the week with the number of each hour. On narrow screens, the rows are hours; otherwise they are days. */
export const WeekHeatMap = ({ week, caption }: { week: Week; caption: string }) => {
  const isNarrow = useIsNarrow();
  const max = Math.max(0, ...week.flat());
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const headerClasses = 'p-0 text-xs font-normal text-muted';
  return (
    <>
      <table className="w-full table-fixed border-separate border-spacing-[3px]">
        <caption className="sr-only">{caption}</caption>
        {isNarrow ? (
          <>
            <thead>
              <tr>
                <td className="w-11 p-0" />
                {weekdays.map((name) => (
                  <th key={name} scope="col" className={classNames(headerClasses, 'pb-1')}>
                    <span aria-hidden="true">{name.slice(0, 2)}</span>
                    <span className="sr-only">{name}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.map((hour) => (
                <tr key={hour}>
                  <th scope="row" className={classNames(headerClasses, 'pr-1 text-right tabular-nums')}>
                    {formatHour(hour)}
                  </th>
                  {weekdays.map((name, day) => (
                    <HourCell key={name} count={week[day]?.[hour] ?? 0} max={max} />
                  ))}
                </tr>
              ))}
            </tbody>
          </>
        ) : (
          <>
            <thead>
              <tr>
                <td className="w-10 p-0 lg:w-24" />
                {hours.map((hour) => (
                  <th key={hour} scope="col" className={classNames(headerClasses, 'pb-1 tabular-nums')}>
                    <span aria-hidden="true" className={classNames(hour % 2 === 1 && 'max-lg:hidden')}>
                      {String(hour).padStart(2, '0')}
                    </span>
                    <span className="sr-only">{formatHour(hour)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weekdays.map((name, day) => (
                <tr key={name}>
                  <th scope="row" className={classNames(headerClasses, 'pr-2 text-left')}>
                    <span aria-hidden="true" className="lg:hidden">
                      {name.slice(0, 3)}
                    </span>
                    <span className="max-lg:sr-only">{name}</span>
                  </th>
                  {hours.map((hour) => (
                    <HourCell key={hour} count={week[day]?.[hour] ?? 0} max={max} />
                  ))}
                </tr>
              ))}
            </tbody>
          </>
        )}
      </table>
      <Legend />
    </>
  );
};
