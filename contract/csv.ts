/**
 * Formats a cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe: users
 * choose their names, and Admins open the file.
 */
const cellOf = (text: string): string => {
  const safe = /^\s*[=+\-@]|^[\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats a row of a CSV file, ending with CRLF. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** The first character of a CSV file; it tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';
