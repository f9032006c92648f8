import type { ClientBase, Pool } from 'pg';
import { type EventRow, rawTextTypes } from './event-row.ts';

/** Runs a query and returns its rows as arrays of texts. */
export const fetchRows = async <Row extends unknown[] = EventRow>(
  database: Pick<Pool | ClientBase, 'query'>,
  query: { name: string; text: string },
  values: unknown[],
): Promise<Row[]> => {
  const { rows } = await database.query<Row>({
    ...query,
    values,
    rowMode: 'array',
    types: rawTextTypes,
  });
  return rows;
};
