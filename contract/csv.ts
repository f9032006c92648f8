/**
 * Formats a cell of a CSV file (RFC 4180). A user could choose a name that a spreadsheet runs as a formula when somebody opens
 * the file, so such text gets a leading apostrophe. Some spreadsheets treat full-width signs like plain ones. Some begin a
 * new cell at a semicolon, tab or line break, so a formula can also begin within the text, even after a quotation mark. We do not use
 * `csv-stringify`, because it guards only the beginning of a cell.
 */
const formatCell = (text: string): string => {
  // The replacement looks behind and ahead at each character, which is slow for long texts. Most texts have no separator and skip it.
  const guarded = /[;\t\r\n]/.test(text)
    ? text.replaceAll(/(?<=[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g, "'")
    : text;
  const safe = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r]/.test(text) ? `'${guarded}` : guarded;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats a row of a CSV file, ending with CRLF. */
export const formatCsvRow = (cells: readonly string[]): string => `${cells.map(formatCell).join(',')}\r\n`;

/** The first character of a CSV file for spreadsheets. It tells them that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';
