import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import type { Place, Writer } from '../connection/writer.ts';
import type { ProjectedTable } from '../projection/projection.ts';
import { copyLine } from './copy-text.ts';

/** The columns of a table beside, with their types. */
export type Columns = readonly { name: string; type: string }[];

export const columnsOf = async (writer: Writer, place: Place, table: ProjectedTable): Promise<Columns> => {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`${place}.${table.name}`}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(writer.db);
  return rows;
};

/** Rows a piece of text: little enough for it to lie in the processor's caches, enough for few writes. */
const together = 500;

function* pieces(rows: readonly object[], columns: Columns): Generator<Buffer> {
  for (let from = 0; from < rows.length; from += together) {
    let text = '';
    for (const row of rows.slice(from, from + together)) text += copyLine(row, columns);
    yield Buffer.from(text);
  }
}

/** Adds rows, none of which is there yet, to a table of the connection's place; several times as fast as INSERT. */
export const copyRows = async (
  writer: Writer,
  table: ProjectedTable,
  columns: Columns,
  rows: readonly object[],
): Promise<void> => {
  if (rows.length === 0) return;
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await writer.alone((client) =>
    pipeline(
      Readable.from(pieces(rows, columns)),
      client.query(copyFrom(`copy ${table.name} (${names}) from stdin`)),
    ),
  );
};
