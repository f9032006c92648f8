import { csvMark, csvRow } from '#contract/csv.ts';
import type { Column } from './view.ts';

/** The rows as CSV, headings first. */
export const csvOf = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string =>
  [
    csvMark,
    csvRow(columns.map((column) => column.heading)),
    ...rows.map((row) => csvRow(columns.map((column) => column.text(row)))),
  ].join('');
