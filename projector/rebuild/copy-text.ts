/** Rows as the text that COPY takes: a line a row, tabs between the columns. */

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? '') : text;

const elementText = (value: unknown): string =>
  value === null ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;

const digits = (length: number, count: number): string[] =>
  Array.from({ length: count }, (_, number) => String(number).padStart(length, '0'));
const [twoDigits, threeDigits] = [digits(2, 60), digits(3, 1_000)];
const minuteMs = 60_000;
const isoLength = '2026-11-21T08:15:46.123Z'.length;
/** The minute of the last time and its text: rows come in the order of the log, many within a minute. */
let [minute, minuteText] = [Number.NaN, ''];

/** The same as `toISOString`, several times as fast for times that come in order. */
const timeText = (time: Date): string => {
  const at = time.getTime();
  const itsMinute = Math.floor(at / minuteMs);
  if (itsMinute !== minute) {
    const text = time.toISOString();
    if (text.length !== isoLength) return text;
    [minute, minuteText] = [itsMinute, text.slice(0, -7)];
  }
  const left = at - itsMinute * minuteMs;
  return `${minuteText}${twoDigits[Math.floor(left / 1_000)]}.${threeDigits[left % 1_000]}Z`;
};

/**
 * A value as COPY takes it. What JSON would make null (no value, no number) is null here too: a row must come out the same
 * as one that `upsertRows` wrote.
 * @param type of the column, as PostgreSQL calls it: `jsonb` takes anything, an array's name ends in `[]`.
 */
export const copyText = (value: unknown, type: string): string => {
  if (value === null || value === undefined) return '\\N';
  if (type === 'jsonb' || type === 'json') return escaped(JSON.stringify(value));
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return timeText(value);
  if (Array.isArray(value)) return escaped(`{${value.map(elementText).join(',')}}`);
  throw new TypeError(`A ${typeof value} cannot be written into a column of type ${type}.`);
};

/** @param columns in the order in which COPY names them. */
export const copyLine = (row: object, columns: readonly { name: string; type: string }[]): string => {
  const values = row as Record<string, unknown>;
  let line = '';
  let tab = '';
  for (const { name, type } of columns) {
    line += tab + copyText(values[name], type);
    tab = '\t';
  }
  return `${line}\n`;
};
