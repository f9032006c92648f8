import { type Kysely, type RawBuilder, sql } from 'kysely';
import { quarterMs } from '#platform/read-tables/insight.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { daysLater } from './days.ts';
import { type Offset, offsetsOf } from './offsets.ts';

/** Days of a calendar, both included. */
export type Span = { from: string; to: string };

/** The first and the last quarter of an hour in which anything happened; null where nothing did. */
const bounds = async (tables: Kysely<ReadTables>): Promise<{ first: Date; last: Date } | null> => {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(quarter) as first, max(quarter) as last from insight_quarters`.execute(tables);
  const [row] = rows;
  return row?.first && row.last ? { first: row.first, last: row.last } : null;
};

const dayOf = (time: Date, offsets: readonly Offset[]): string => {
  const { minutes = 0 } = offsets.find((one) => one.from <= time && time < one.to) ?? {};
  return new Date(time.getTime() + minutes * 60_000).toISOString().slice(0, 10);
};

/**
 * The span that is meant, in the time zone's calendar: what is not given begins with the first act and ends with the last.
 * @returns null where nothing has happened and the span is not given whole.
 */
export const spanOf = async (
  tables: Kysely<ReadTables>,
  { timeZone, from, to }: { timeZone: string; from?: string | undefined; to?: string | undefined },
): Promise<Span | null> => {
  if (from !== undefined && to !== undefined) return { from, to };
  const known = await bounds(tables);
  if (!known) return null;
  const offsets = offsetsOf(timeZone, known.first, new Date(known.last.getTime() + quarterMs));
  const span = { from: from ?? dayOf(known.first, offsets), to: to ?? dayOf(known.last, offsets) };
  return span.from <= span.to ? span : null;
};

/**
 * The quarters of an hour of a span, each with the time `local` that the clocks of the time zone showed: a table for the `from`
 * of a query. Found by the primary key, however long the past is.
 */
export const localQuarters = (timeZone: string, { from, to }: Span): RawBuilder<unknown> => {
  // No clock is further from UTC than a day.
  const offsets = offsetsOf(timeZone, new Date(daysLater(from, -1)), new Date(daysLater(to, 2)));
  return sql`(
    select sums.*, (quarter at time zone 'UTC') + make_interval(mins => zone.minutes) as local
      from unnest(
        ${offsets.map((one) => one.from.toISOString())}::timestamptz[],
        ${offsets.map((one) => one.to.toISOString())}::timestamptz[],
        ${offsets.map((one) => one.minutes)}::integer[]
      ) as zone(begins, ends, minutes)
      join insight_quarters as sums on quarter >= zone.begins and quarter < zone.ends
     where (quarter at time zone 'UTC') + make_interval(mins => zone.minutes) >= ${from}::date
       and (quarter at time zone 'UTC') + make_interval(mins => zone.minutes) < ${to}::date + 1
  )`;
};
