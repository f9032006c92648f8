import { type Kysely, type RawBuilder, sql } from 'kysely';
import { quarterHourMs } from '#platform/read-tables/insight.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { addDays } from './periods.ts';
import { type OffsetInterval, timeZoneOffsets } from './time-zone-offsets.ts';

/** The first and the last day (YYYY-MM-DD), both inclusive. */
export type Span = { from: string; to: string };

/**
 * Completes a requested span in the calendar of the time zone. By default it begins with the first activity and ends
 * with the last.
 * @returns null if a day is missing and there is no activity, or if the completed span would be empty.
 */
export const resolveSpan = async (
  tables: Kysely<ReadTables>,
  { timeZone, from, to }: { timeZone: string; from?: string | undefined; to?: string | undefined },
): Promise<Span | null> => {
  if (from !== undefined && to !== undefined) return { from, to };
  const bounds = await loadActivityBounds(tables);
  if (!bounds) return null;
  const offsets = timeZoneOffsets(timeZone, bounds.first, new Date(bounds.last.getTime() + quarterHourMs));
  const span = { from: from ?? localDay(bounds.first, offsets), to: to ?? localDay(bounds.last, offsets) };
  return span.from <= span.to ? span : null;
};

/**
 * Returns a table expression with the quarter hours of a span, each with its `local` time in the time zone.
 * PostgreSQL reads it by the primary key, however much activity there is.
 */
export const localQuarters = (timeZone: string, { from, to }: Span): RawBuilder<unknown> => {
  // No time zone is more than a day away from UTC.
  const offsets = timeZoneOffsets(timeZone, new Date(addDays(from, -1)), new Date(addDays(to, 2)));
  return sql`(
    select sums.*, (quarter at time zone 'UTC') + make_interval(mins => zone.minutes) as local
      from unnest(
        ${offsets.map((interval) => interval.from.toISOString())}::timestamptz[],
        ${offsets.map((interval) => interval.to.toISOString())}::timestamptz[],
        ${offsets.map((interval) => interval.offsetMinutes)}::integer[]
      ) as zone(begins, ends, minutes)
      join insight_quarters as sums on quarter >= zone.begins and quarter < zone.ends
     where (quarter at time zone 'UTC') + make_interval(mins => zone.minutes) >= ${from}::date
       and (quarter at time zone 'UTC') + make_interval(mins => zone.minutes) < ${to}::date + 1
  )`;
};

/** Returns the first and the last quarter hour with activity, or null if there is none. */
const loadActivityBounds = async (
  tables: Kysely<ReadTables>,
): Promise<{ first: Date; last: Date } | null> => {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(quarter) as first, max(quarter) as last from insight_quarters`.execute(tables);
  const [row] = rows;
  return row?.first && row.last ? { first: row.first, last: row.last } : null;
};

const localDay = (time: Date, offsets: readonly OffsetInterval[]): string => {
  const { offsetMinutes = 0 } = offsets.find(({ from, to }) => from <= time && time < to) ?? {};
  return new Date(time.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 10);
};
