import type { Kysely } from 'kysely';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { announceAll, isTold, liveModels, neededRows } from './announce/announcers.ts';
import { fetchRows } from './announce/rows.ts';
import type { Announcement } from './announcement.ts';

const parkedStreams = async (tables: Kysely<ReadTables>): Promise<Set<string>> => {
  const rows = await tables
    .selectFrom('parked')
    .select('stream')
    .where('model', 'in', [...liveModels])
    .limit(10_000)
    .execute();
  return new Set(rows.map((row) => row.stream));
};

/**
 * Makes what events tell, from the rows as they stand now: one query a table for all of them.
 *
 * What a parked stream says is not in the tables: telling it would show old rows as new ones. It waits until it is
 * retried, which makes clients fetch again. That something is gone is told all the same.
 * @param anyParked whether there is any parked stream in the models that messages are made of.
 */
export const tell = async (
  tables: Kysely<ReadTables>,
  events: readonly RecordedEvent[],
  anyParked: boolean,
): Promise<Announcement[]> => {
  const told = events.filter(isTold);
  if (told.length === 0) return [];
  const [rows, parked] = await Promise.all([
    fetchRows(tables, neededRows(told)),
    anyParked ? parkedStreams(tables) : new Set<string>(),
  ]);
  const announcements = announceAll(told, rows);
  return announcements.filter((one, index) => one.withdraws || !parked.has(told[index]?.stream ?? ''));
};
