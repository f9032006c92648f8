const tick = { fill: 'var(--muted)', fontSize: 12 };
const number = new Intl.NumberFormat('en');

/** The axis of the bars' categories. */
export const categoryAxis = { tick, tickLine: false, axisLine: { stroke: 'var(--control)' } } as const;

/** The axis of the values, from the first to the last tick. */
export const valueAxis = (ticks: readonly number[]) =>
  ({
    type: 'number',
    domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
    ticks: [...ticks],
    tickFormatter: (value: number) => number.format(value),
    tick,
    tickLine: false,
    axisLine: false,
    allowDecimals: false,
  }) as const;
