import { useState } from 'react';
import type { InsightHours } from '#contract/insight.ts';
import { insightFiles, useInsightHours } from '../../../domains/insight/insight.ts';
import type { Span } from '../../../domains/insight/span.ts';
import { Segments } from '../../../ui/segments.tsx';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { Panel } from '../panel.tsx';
import { hourInWords, numberInWords, shareInWords, weekdays } from '../words.ts';
import { HeatWeek } from './heat-week.tsx';
import { busiestOf, type Measure, shareBetween, sumOf, type Week, weekOf } from './week.ts';

const names: Record<Measure, string> = { acts: 'Acts of learning', modules: 'Completed modules' };

const About = ({ week, timeZone }: { week: Week; timeZone: string }) => {
  const busiest = busiestOf(week);
  const evening = shareBetween(week, 18, 24);
  return (
    <>
      {busiest &&
        `Most happens on ${weekdays[busiest.weekday]}s from ${hourInWords(busiest.hour)}; ${shareInWords(evening.part, evening.whole)} of it after 18:00. `}
      Hours of {timeZone.replaceAll('_', ' ')}, your time zone.
    </>
  );
};

const HoursTable = ({ week, measure }: { week: Week; measure: Measure }) => (
  <Table caption={`${names[measure]} by the hours of the week, with their sums`}>
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
      {Array.from({ length: 24 }, (_, hour) => hourInWords(hour)).map((name, hour) => (
        <tr key={name}>
          <th scope="row" className="border-b border-hairline px-4 py-1.5 font-medium">
            {name}
          </th>
          {weekdays.map((weekday, day) => (
            <Cell key={weekday} className="py-1.5 text-right">
              {numberInWords(week[day]?.[hour] ?? 0)}
            </Cell>
          ))}
          <Cell className="py-1.5 text-right font-medium">
            {numberInWords(sumOf(week.map((day) => day[hour] ?? 0)))}
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
            {numberInWords(sumOf(week[day] ?? []))}
          </td>
        ))}
        <td className="px-4 py-2.5 text-right">{numberInWords(sumOf(week.map(sumOf)))}</td>
      </tr>
    </tfoot>
  </Table>
);

/** When people learn, by the reader's own clock. */
export const HoursPanel = ({ span }: { span: Span }) => {
  const [measure, setMeasure] = useState<Measure>('acts');
  const week = (hours: InsightHours) => weekOf(hours, measure);
  return (
    <Panel
      title="Hours of activity"
      asked={useInsightHours(span)}
      about={(hours) => <About week={week(hours)} timeZone={hours.timeZone} />}
      controls={
        <Segments
          label="Hours of activity: what is counted"
          options={[
            ['acts', 'All learning'],
            ['modules', 'Modules'],
          ]}
          chosen={measure}
          onChoose={setMeasure}
        />
      }
      picture={(hours) => (
        <HeatWeek week={week(hours)} caption={`${names[measure]} by the hours of the week`} />
      )}
      table={(hours) => <HoursTable week={week(hours)} measure={measure} />}
      file={() => insightFiles.hours(span)}
      empty={({ hours }) => (hours.length > 0 ? null : 'Nobody learnt anything in this span.')}
      height="h-80"
    />
  );
};
