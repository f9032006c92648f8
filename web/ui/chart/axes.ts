const tick = { fill: 'var(--muted)', fontSize: 12 };
const number = new Intl.NumberFormat('en');

/** The axis along which bars stand. */
export const categoryAxis = { tick, tickLine: false, axisLine: { stroke: 'var(--control)' } } as const;

/** The axis that says how much: from the first to the last of the steps, with a number at each. */
export const valueAxis = (steps: readonly number[]) =>
  ({
    type: 'number',
    domain: [steps[0] ?? 0, steps.at(-1) ?? 0],
    ticks: [...steps],
    tickFormatter: (amount: number) => number.format(amount),
    tick,
    tickLine: false,
    axisLine: false,
    allowDecimals: false,
  }) as const;
