import { activityByMonth, type CalendarWeek } from '../../../domains/activity/activity-calendar.ts';
import { formatActivityCounts, formatMonth } from '../../../domains/activity/activity-format.ts';

/** The map as a table by month. */
export const MonthTable = ({ weeks }: { weeks: readonly CalendarWeek[] }) => {
  const months = activityByMonth(weeks);
  if (months.length === 0) return <p className="mt-4 text-muted">No activity yet.</p>;
  return (
    <table className="mt-4 w-full text-left text-sm tabular-nums">
      <caption className="sr-only">Activity by month</caption>
      <thead>
        <tr className="border-b border-hairline text-muted">
          <th scope="col" className="py-2 pr-4 font-medium">
            Month
          </th>
          <th scope="col" className="py-2 pr-4 text-right font-medium">
            Days
          </th>
          <th scope="col" className="py-2 font-medium">
            Activity
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, days, kinds }) => (
          <tr key={month} className="border-b border-hairline align-top last:border-0">
            <th scope="row" className="py-2 pr-4 font-medium whitespace-nowrap">
              {formatMonth(month)}
            </th>
            <td className="py-2 pr-4 text-right">{days}</td>
            <td className="py-2">{formatActivityCounts(kinds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
