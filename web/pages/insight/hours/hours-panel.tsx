import { useState } from 'react';
import type { InsightHours } from '#contract/schemas/insight.ts';
import { fetchInsightCsv, useInsightHours } from '../../../domains/insight/insight-queries.ts';
import type { TimeSpan } from '../../../domains/insight/time-span.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { formatHour, formatNumber, formatShare, weekdays } from '../insight-format.ts';
import { InsightPanel } from '../insight-panel.tsx';
import { buildWeek, findBusiestHour, type Measure, sum, sumBetweenHours, type Week } from './week.ts';
import { WeekHeatMap } from './week-heat-map.tsx';

const measureNames: Record<Measure, string> = { acts: 'Learning activities', modules: 'Completed modules' };

const HoursSummary = ({ week, timeZone }: { week: Week; timeZone: string }) => {
  const busiest = findBusiestHour(week);
  const evening = sumBetweenHours(week, 18, 24);
  return (
    <>
      {busiest &&
        `Busiest: ${weekdays[busiest.dayIndex]}s at ${formatHour(busiest.hour)}. ${formatShare(evening.part, evening.whole)} of the total is after 18:00. `}
      Times are in your time zone, {timeZone.replaceAll('_', ' ')}.
    </>
  );
};

const HoursTable = ({ week, measure }: { week: Week; measure: Measure }) => (
  <Table caption={`${measureNames[measure]} by hour of the week, with totals`}>
    <thead>
      <tr>
        <HeadCell>Hour</HeadCell>
        {weekdays.map((name) => (
          <HeadCell key={name} className="text-right">
            {name}
          </HeadCell>
        ))}
        <HeadCell className="text-right">Week</HeadCell>
      </tr>
    </thead>
    <tbody className="tabular-nums">
      {Array.from({ length: 24 }, (_, hour) => formatHour(hour)).map((name, hour) => (
        <tr key={name}>
          <th scope="row" className="border-b border-hairline px-4 py-1.5 font-medium">
            {name}
          </th>
          {weekdays.map((weekday, day) => (
            <Cell key={weekday} className="py-1.5 text-right">
              {formatNumber(week[day]?.[hour] ?? 0)}
            </Cell>
          ))}
          <Cell className="py-1.5 text-right font-medium">
            {formatNumber(sum(week.map((day) => day[hour] ?? 0)))}
          </Cell>
        </tr>
      ))}
    </tbody>
    <tfoot className="tabular-nums">
      <tr className="bg-sunken font-medium">
        <th scope="row" className="px-4 py-2.5">
          Day
        </th>
        {weekdays.map((weekday, day) => (
          <td key={weekday} className="px-4 py-2.5 text-right">
            {formatNumber(sum(week[day] ?? []))}
          </td>
        ))}
        <td className="px-4 py-2.5 text-right">{formatNumber(sum(week.map(sum)))}</td>
      </tr>
    </tfoot>
  </Table>
);

/** Learning activity by hour of the week, in the time zone of this device. */
export const HoursPanel = ({ span }: { span: TimeSpan }) => {
  const [measure, setMeasure] = useState<Measure>('acts');
  const toWeek = (hours: InsightHours) => buildWeek(hours, measure);
  return (
    <InsightPanel
      title="Hours of activity"
      query={useInsightHours(span)}
      summary={(hours) => <HoursSummary week={toWeek(hours)} timeZone={hours.timeZone} />}
      controls={
        <SegmentedControl
          label="Count activities or modules"
          options={[
            ['acts', 'All learning'],
            ['modules', 'Modules'],
          ]}
          chosen={measure}
          onChoose={setMeasure}
        />
      }
      chart={(hours) => (
        <WeekHeatMap week={toWeek(hours)} caption={`${measureNames[measure]} by hour of the week`} />
      )}
      table={(hours) => <HoursTable week={toWeek(hours)} measure={measure} />}
      fetchCsv={() => fetchInsightCsv.hours(span)}
      describeEmpty={({ hours }) => (hours.length > 0 ? null : 'No activity in this time span.')}
      height="h-80"
    />
  );
};
