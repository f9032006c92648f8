import { kindsInWords, monthInWords } from '../../../domains/activity/words.ts';
import { type MapWeek, monthsOf } from '../../../domains/activity/year.ts';

/** The same as the map in numbers, by months. */
export const MonthTable = ({ weeks }: { weeks: readonly MapWeek[] }) => {
  const months = monthsOf(weeks);
  if (months.length === 0) return <p className="mt-4 text-muted">There is nothing to list yet.</p>;
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
            What
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, days, kinds }) => (
          <tr key={month} className="border-b border-hairline align-top last:border-0">
            <th scope="row" className="py-2 pr-4 font-medium whitespace-nowrap">
              {monthInWords(month)}
            </th>
            <td className="py-2 pr-4 text-right">{days}</td>
            <td className="py-2">{kindsInWords(kinds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
