/**
 * A cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it: names are
 * chosen by people, and the file is opened by an Admin.
 */
const cellOf = (text: string): string => {
  const safe = /^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A row of a CSV file, ended with CRLF. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** A byte order mark, which tells spreadsheets that the file is UTF-8; first of all in it. */
export const csvMark = '\uFEFF';
