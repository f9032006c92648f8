import type { Column } from './view.ts';

/**
 * A cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it: names are
 * chosen by people, and the file is opened by an Admin.
 */
const cellOf = (text: string): string => {
  const safe = /^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The rows as CSV, headings first, lines ended with CRLF; a byte order mark tells spreadsheets that it is UTF-8. */
export const csvOf = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string => {
  const lines = [
    columns.map((column) => cellOf(column.heading)),
    ...rows.map((row) => columns.map((column) => cellOf(column.text(row)))),
  ];
  return `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}`;
};
