/** One row of a table: what was measured, and a figure for each contestant in events per second unless `what` names another unit (null: not measured). */
export type Row = { what: string; figures: Record<string, number | null> };

/** A requirement: `value` must be at least `floor`; `ambition` is the target beyond that. */
export type Claim = { what: string; value: number; floor: number; ambition?: number; unit?: string };

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const formatRatio = (value: number) => value.toFixed(value < 10 ? 2 : 1);

/** Formats a Markdown table. The first contestant is compared with each of the others. */
export const formatTable = (rows: readonly Row[]): string => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))];
  const [first = '', ...others] = names;
  const lines = rows.map(({ what, figures }) => {
    const own = figures[first];
    const cells = names.map((name) => {
      const figure = figures[name];
      return figure === null || figure === undefined ? '' : number.format(figure);
    });
    const ratios = others.map((name) => {
      const figure = figures[name];
      return own && figure ? formatRatio(own / figure) : '';
    });
    return `| ${[what, ...cells, ...ratios].join(' | ')} |`;
  });
  const head = ['events/s', ...names, ...others.map((name) => `× ${name}`)];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n');
};

export const isMet = ({ value, floor }: Claim): boolean => value >= floor;

/** Formats a claim as one line: whether the floor holds, and whether the ambition is met. */
export const formatVerdict = (claim: Claim): string => {
  const { what, value, floor, ambition, unit = '×' } = claim;
  const format = (figure: number) =>
    unit === '×' ? `${formatRatio(figure)} ×` : `${number.format(figure)} ${unit}`;
  const target =
    ambition === undefined ? '' : ` (ambition ${format(ambition)}${value >= ambition ? ', met' : ''})`;
  return `${isMet(claim) ? 'holds ' : 'MISSED'} ${what}: ${format(value)}, floor ${format(floor)}${target}`;
};
