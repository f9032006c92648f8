/** Rows as the text that COPY takes: a line a row, tabs between the columns. */

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? '') : text;

const elementText = (value: unknown): string =>
  value === null ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;

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
  if (value instanceof Date) return value.toISOString();
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
