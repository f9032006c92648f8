/** One row of a table: a figure for each contestant (null: not measured), in events per second unless the label names another unit. */
export type Row = { label: string; figures: Record<string, number | null> };

/** A measured value with its floor: the value must be at least `floor`. `ambition` is the target beyond that. */
export type MeasuredValue = { label: string; value: number; floor: number; ambition?: number; unit?: string };

const integerFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const formatRatio = (value: number) => value.toFixed(value < 10 ? 2 : 1);

/** Formats a Markdown table. The first contestant is compared with each of the others. */
export const formatTable = (rows: readonly Row[]): string => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))];
  const [first = '', ...others] = names;
  const lines = rows.map(({ label, figures }) => {
    const own = figures[first];
    const cells = names.map((name) => {
      const figure = figures[name];
      return figure === null || figure === undefined ? '' : integerFormat.format(figure);
    });
    const ratios = others.map((name) => {
      const figure = figures[name];
      return own && figure ? formatRatio(own / figure) : '';
    });
    return `| ${[label, ...cells, ...ratios].join(' | ')} |`;
  });
  const head = ['events/s', ...names, ...others.map((name) => `× ${name}`)];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n');
};

/** Returns whether the floor holds. */
export const isMet = ({ value, floor }: MeasuredValue): boolean => value >= floor;

/** Formats a measured value as one line: whether the floor holds, and whether the ambition is met. */
export const formatVerdict = (measured: MeasuredValue): string => {
  const { label, value, floor, ambition, unit = '×' } = measured;
  const format = (figure: number) =>
    unit === '×' ? `${formatRatio(figure)} ×` : `${integerFormat.format(figure)} ${unit}`;
  const verdict = `${isMet(measured) ? 'holds ' : 'MISSED'} ${label}: ${format(value)}, floor ${format(floor)}`;
  if (ambition === undefined) return verdict;
  return `${verdict} (ambition ${format(ambition)}${value >= ambition ? ', met' : ''})`;
};

/** Prints the verdict on each measured value. The process then exits with 1 if a floor is missed. */
export const printVerdicts = (measuredValues: readonly MeasuredValue[]): void => {
  for (const measured of measuredValues) console.log(formatVerdict(measured));
  if (!measuredValues.every(isMet)) process.exitCode = 1;
};
