import { byteOrderMark, csvRow } from '#contract/csv.ts';
import type { Column } from './table-view.ts';

/** The rows as CSV, headings first. */
export const csvOf = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string =>
  [
    byteOrderMark,
    csvRow(columns.map((column) => column.heading)),
    ...rows.map((row) => csvRow(columns.map((column) => column.text(row)))),
  ].join('');
