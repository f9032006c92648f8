import { useState } from 'react';
import { QueryView } from '../../../client/api/query-view.tsx';
import {
  buildCalendarWeeks,
  type CalendarWeek,
  computeActivityStreaks,
  formatLocalDate,
  summarizeActivityByMonth,
} from '../../../domains/activity/activity-calendar.ts';
import {
  formatActivityCounts,
  formatCount,
  formatDay,
  formatMonth,
} from '../../../domains/activity/activity-format.ts';
import { useActivity } from '../../../domains/activity/activity-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ProfileSection } from '../profile-section.tsx';
import { HeatMap } from './heat-map.tsx';

const MonthTable = ({ weeks }: { weeks: readonly CalendarWeek[] }) => {
  const months = summarizeActivityByMonth(weeks);
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

/** Returns the main figures of the year as sentences, which also serve users who cannot see the map. */
const summarizeYear = (weeks: readonly CalendarWeek[]): string => {
  const days = weeks.flat().filter((day) => day !== null && day.total > 0);
  const busiest = days.reduce<(typeof days)[number] | null>(
    (most, day) => (day && day.total > (most?.total ?? 0) ? day : most),
    null,
  );
  if (!busiest) return 'No activity in the last twelve months. Start with your next lesson.';
  const total = days.reduce((sum, day) => sum + (day?.total ?? 0), 0);
  const { longest, current } = computeActivityStreaks(weeks);
  return [
    `${formatCount(total, 'learning activity', 'learning activities')} on ${formatCount(days.length, 'day', 'days')} in the last twelve months.`,
    `Busiest day: ${formatDay(busiest.date)} with ${busiest.total.toLocaleString('en')}.`,
    longest > 1 ? `Longest streak: ${longest.toLocaleString('en')} days.` : '',
    current > 1 ? `Current streak: ${current.toLocaleString('en')} days.` : '',
  ]
    .filter(Boolean)
    .join(' ');
};

const YearCard = ({ weeks }: { weeks: readonly CalendarWeek[] }) => {
  const [isTableOpen, setTableOpen] = useState(false);
  return (
    <Card className="min-w-0 p-5">
      <p className="mb-4 max-w-prose">{summarizeYear(weeks)}</p>
      <HeatMap weeks={weeks} />
      <Button
        variant="secondary"
        size="small"
        className="mt-4"
        aria-expanded={isTableOpen}
        onClick={() => setTableOpen(!isTableOpen)}
      >
        {isTableOpen ? 'Hide table' : 'Show as table'}
      </Button>
      {isTableOpen && <MonthTable weeks={weeks} />}
    </Card>
  );
};

export const ActivitySection = () => (
  <ProfileSection title="Activity" subtitle="Your learning, day by day.">
    <QueryView
      query={useActivity()}
      title="The activity could not be loaded"
      loading={<Skeleton className="h-64 rounded-card" />}
    >
      {({ days }) => <YearCard weeks={buildCalendarWeeks(formatLocalDate(new Date()), days)} />}
    </QueryView>
  </ProfileSection>
);
