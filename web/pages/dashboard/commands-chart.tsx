import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { Dashboard } from '#contract/dashboard.ts';
import { amountAxis, groundAxis } from '../../ui/chart/axes.ts';
import { lastPaler } from '../../ui/chart/last-paler.tsx';
import { stepsUpTo } from '../../ui/chart/steps.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { Panel } from './panel.tsx';
import { countOf, hourInWords, minuteInWords } from './words.ts';

const height = 220;

/** The numbers of the chart for screen readers: the minutes in which anything was done. */
const Numbers = ({ minutes }: Pick<Dashboard, 'minutes'>) => (
  <div className="sr-only">
    <table>
      <caption>Commands and events by the minute, those without any left out</caption>
      <thead>
        <tr>
          <th scope="col">Minute</th>
          <th scope="col">Commands</th>
          <th scope="col">Events</th>
        </tr>
      </thead>
      <tbody>
        {minutes
          .filter(({ commands }) => (commands ?? 0) > 0)
          .map(({ at, commands, events }) => (
            <tr key={at}>
              <th scope="row">{minuteInWords(at)}</th>
              <td>{commands}</td>
              <td>{events}</td>
            </tr>
          ))}
      </tbody>
    </table>
  </div>
);

/** What the log took in, minute by minute: the last bar, which still grows, is paler. Nothing moves but the bars' heights. */
export const CommandsChart = ({
  minutes,
  className,
}: Pick<Dashboard, 'minutes'> & { className?: string }) => {
  const narrow = useNarrow();
  const { total, since } = hourInWords(minutes);
  const steps = stepsUpTo(Math.max(0, ...minutes.map(({ commands }) => commands ?? 0)));
  const everyMinutes = narrow ? 20 : 10;
  const ticks = minutes
    .filter(({ at }) => new Date(at).getMinutes() % everyMinutes === 0)
    .map(({ at }) => at);
  return (
    <Panel
      title="Commands by the minute"
      aside={`${countOf(total, 'command')} ${since === null ? 'in the last hour' : `since ${minuteInWords(since)}`}`}
      {...(className ? { className } : {})}
    >
      <div aria-hidden="true" className="overflow-hidden">
        <ResponsiveContainer width="100%" height={height}>
          <BarChart
            data={[...minutes]}
            accessibilityLayer={false}
            margin={{ top: 8, right: 20, bottom: 0, left: 0 }}
            barCategoryGap={narrow ? 1 : 2}
          >
            <CartesianGrid stroke="var(--hairline)" vertical={false} />
            <XAxis {...groundAxis} dataKey="at" ticks={ticks} interval={0} tickFormatter={minuteInWords} />
            <YAxis {...amountAxis(steps)} width={36} />
            <Bar dataKey="commands" fill="var(--brand)" radius={[3, 3, 0, 0]} isAnimationActive={false}>
              {lastPaler(minutes.map(({ at }) => at))}
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
      <Numbers minutes={minutes} />
    </Panel>
  );
};
