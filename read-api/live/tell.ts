import type { Kysely } from 'kysely';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { bookmarksByIds } from '../bookmarks/query.ts';
import { certificatesByIds } from '../certificates/query.ts';
import { coursesByIds } from '../courses/query.ts';
import { enrolmentsByIds } from '../enrolments/query.ts';
import { notesByIds } from '../notes/query.ts';
import { reviewsByIds } from '../reviews/query.ts';
import { usersByIds } from '../users/query.ts';
import { announceAll, isTold, liveModels, neededRows } from './announce/announcers.ts';
import type { Announcement } from './announcement.ts';

const byId = <R extends { id: string }>(rows: R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.id, row]));

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
  const ids = neededRows(told);
  const [bookmarks, certificates, courses, enrolments, notes, reviews, users, parked] = await Promise.all([
    ids.bookmarks.length > 0 ? bookmarksByIds(tables, ids.bookmarks) : [],
    ids.certificates.length > 0 ? certificatesByIds(tables, ids.certificates) : [],
    ids.courses.length > 0 ? coursesByIds(tables, ids.courses) : [],
    ids.enrolments.length > 0 ? enrolmentsByIds(tables, ids.enrolments) : [],
    ids.notes.length > 0 ? notesByIds(tables, ids.notes) : [],
    ids.reviews.length > 0 ? reviewsByIds(tables, ids.reviews) : [],
    ids.users.length > 0 ? usersByIds(tables, ids.users) : [],
    anyParked ? parkedStreams(tables) : new Set<string>(),
  ]);
  const announcements = announceAll(told, {
    bookmarks: byId(bookmarks),
    certificates: byId(certificates),
    courses: byId(courses),
    enrolments: new Map(enrolments.map((row) => [row.enrolment_id, row])),
    notes: byId(notes),
    reviews: byId(reviews),
    users: byId(users),
  });
  return announcements.filter((one, index) => one.withdraws || !parked.has(told[index]?.stream ?? ''));
};
