import type { Claim, Row } from './scenario.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const ratio = (value: number) => value.toFixed(value < 10 ? 2 : 1);

/** A table in Markdown; the first contestant is compared with each of the others. */
export const tableOf = (rows: readonly Row[]): string => {
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
      return own && figure ? `${ratio(own / figure)}` : '';
    });
    return `| ${[what, ...cells, ...ratios].join(' | ')} |`;
  });
  const head = ['events/s', ...names, ...others.map((name) => `× ${name}`)];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n');
};

/** One line a claim: whether the floor holds, and how far it is to the ambition. */
export const verdictOf = ({ what, value, floor, ambition, unit = '×' }: Claim): string => {
  const show = (figure: number) => (unit === '×' ? `${ratio(figure)} ×` : `${number.format(figure)} ${unit}`);
  const wish =
    ambition === undefined ? '' : ` (ambition ${show(ambition)}${value >= ambition ? ', met' : ''})`;
  return `${value >= floor ? 'holds ' : 'MISSED'} ${what}: ${show(value)}, floor ${show(floor)}${wish}`;
};
