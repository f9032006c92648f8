/** Helpers to read files to which JSON objects are appended, one per line, and whose last line a crash can leave incomplete. */

/** Cuts off the zero bytes with which some file systems fill the end of a file after a power failure. */
export const withoutZeroBytes = (line: string): string => {
  const [start = '', ...rest] = line.split('\0');
  return rest.every((part) => part === '') ? start : line;
};

/**
 * Returns whether a line contains only the beginning of a JSON object. Works for objects whose text contains `}` only at its end.
 * @param start the text with which each whole object begins.
 */
export const isBeginningOfObject = (line: string, start: string): boolean =>
  line !== '' && !line.includes('}') && (line.startsWith(start) || start.startsWith(line));
