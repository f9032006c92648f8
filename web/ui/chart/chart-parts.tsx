import { Cell } from 'recharts';

const tick = { fill: 'var(--muted)', fontSize: 12 };
const numberFormat = new Intl.NumberFormat('en');

export const categoryAxis = { tick, tickLine: false, axisLine: { stroke: 'var(--control)' } } as const;

/** Returns the props of a Recharts axis for values, from the first to the last tick. */
export const createValueAxis = (ticks: readonly number[]) =>
  ({
    type: 'number',
    domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
    ticks: [...ticks],
    tickFormatter: (value: number) => numberFormat.format(value),
    tick,
    tickLine: false,
    axisLine: false,
    allowDecimals: false,
  }) as const;

/**
 * Returns the cells of bars along a time axis. The last one is paler, because its period is not over.
 * @param keys one for each period.
 */
export const renderCellsWithPaleLast = (keys: readonly string[]) =>
  keys.map((key, index) => <Cell key={key} fillOpacity={index === keys.length - 1 ? 0.45 : 1} />);
