import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { categoryAxis, createValueAxis, renderCellsWithPaleLast } from '../../ui/chart/chart-parts.tsx';
import { computeAxisTicks } from '../../ui/chart/compute-axis-ticks.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { formatCount, formatMinute, summarizeHour } from './dashboard-format.ts';
import { Panel } from './panel.tsx';

const heightPx = 220;

/** The chart as a table for screen readers. */
const CommandsTable = ({ minutes }: Pick<Dashboard, 'minutes'>) => (
  <div className="sr-only">
    <table>
      <caption>Commands and events by minute; minutes without commands are left out</caption>
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
              <th scope="row">{formatMinute(at)}</th>
              <td>{commands}</td>
              <td>{events}</td>
            </tr>
          ))}
      </tbody>
    </table>
  </div>
);

/** Commands per minute. The bar of the current minute is paler, because the minute is not over. */
export const CommandsChart = ({ minutes }: Pick<Dashboard, 'minutes'>) => {
  const isNarrow = useIsNarrow();
  const { total, since } = summarizeHour(minutes);
  const commandTicks = computeAxisTicks(Math.max(0, ...minutes.map(({ commands }) => commands ?? 0)));
  const tickIntervalMinutes = isNarrow ? 20 : 10;
  const minuteTicks = minutes
    .filter(({ at }) => new Date(at).getMinutes() % tickIntervalMinutes === 0)
    .map(({ at }) => at);
  return (
    <Panel
      title="Commands per minute"
      aside={`${formatCount(total, 'command')} ${since === null ? 'in the last hour' : `since ${formatMinute(since)}`}`}
      className="min-w-0 lg:col-span-2"
    >
      <div aria-hidden="true" className="overflow-hidden">
        <ResponsiveContainer width="100%" height={heightPx}>
          <BarChart
            data={[...minutes]}
            accessibilityLayer={false}
            margin={{ top: 8, right: 20, bottom: 0, left: 0 }}
            barCategoryGap={isNarrow ? 1 : 2}
          >
            <CartesianGrid stroke="var(--hairline)" vertical={false} />
            <XAxis
              {...categoryAxis}
              dataKey="at"
              ticks={minuteTicks}
              interval={0}
              tickFormatter={formatMinute}
            />
            <YAxis {...createValueAxis(commandTicks)} width={36} />
            <Bar dataKey="commands" fill="var(--brand)" radius={[3, 3, 0, 0]} isAnimationActive={false}>
              {renderCellsWithPaleLast(minutes.map(({ at }) => at))}
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
      <CommandsTable minutes={minutes} />
    </Panel>
  );
};
