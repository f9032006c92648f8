import { useState } from 'react';
import { useActivity } from '../../../domains/activity/activity.ts';
import { counted, dayInWords } from '../../../domains/activity/words.ts';
import { localDate, type MapWeek, runsOf, weeksUntil } from '../../../domains/activity/year.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ProfileSection } from '../section.tsx';
import { HeatMap } from './heat-map.tsx';
import { MonthTable } from './month-table.tsx';

/** The year in sentences: what the map shows to those who see it. */
const sentencesOf = (weeks: readonly MapWeek[]): string => {
  const days = weeks.flat().filter((day) => day !== null && day.total > 0);
  const busiest = days.reduce<(typeof days)[number] | null>(
    (most, day) => (day && day.total > (most?.total ?? 0) ? day : most),
    null,
  );
  if (!busiest) return 'Nothing yet in the last twelve months. It begins with your next lesson.';
  const total = days.reduce((sum, day) => sum + (day?.total ?? 0), 0);
  const { longest, present } = runsOf(weeks);
  return [
    `${counted(total, 'act', 'acts')} of learning on ${counted(days.length, 'day', 'days')} in the last twelve months.`,
    `The busiest was ${dayInWords(busiest.date)} with ${busiest.total.toLocaleString('en')}.`,
    longest > 1 ? `The longest run was ${longest.toLocaleString('en')} days in a row.` : '',
    present > 1 ? `You are in a run of ${present.toLocaleString('en')} days.` : '',
  ]
    .filter(Boolean)
    .join(' ');
};

const Year = ({ weeks }: { weeks: readonly MapWeek[] }) => {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card className="min-w-0 p-5">
      <p className="mb-4 max-w-prose">{sentencesOf(weeks)}</p>
      <HeatMap weeks={weeks} />
      <Button
        look="second"
        size="small"
        className="mt-4"
        aria-expanded={asTable}
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? 'Hide the table' : 'Show as a table'}
      </Button>
      {asTable && <MonthTable weeks={weeks} />}
    </Card>
  );
};

/** What was learnt on which day of the last twelve months, on the person's own calendar. */
export const ActivitySection = () => {
  const { data, error, isFetching, refetch } = useActivity();
  return (
    <ProfileSection
      title="Activity"
      subtitle="Courses begun, modules, notes, quizzes, reviews: a square a day."
    >
      {data ? (
        <Year weeks={weeksUntil(localDate(new Date()), data.days)} />
      ) : error ? (
        <ErrorState
          title="The activity could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="h-64 rounded-card" />
      )}
    </ProfileSection>
  );
};
