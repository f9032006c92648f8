import type { Kysely } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { announcementsByIds, enrolledIn } from '../../resources/announcements/query.ts';
import { bookmarksByIds } from '../../resources/bookmarks/query.ts';
import { certificatesByIds } from '../../resources/certificates/query.ts';
import { coursesByIds } from '../../resources/courses/query.ts';
import { enrolmentsByIds } from '../../resources/enrolments/query.ts';
import { notesByIds } from '../../resources/notes/query.ts';
import { quizzesByIds } from '../../resources/quizzes/query.ts';
import { reviewsByIds } from '../../resources/reviews/query.ts';
import { usersByIds } from '../../resources/users/query.ts';
import { type Room, userRoom } from '../rooms.ts';

type Tables = Kysely<ReadTables>;

const keyed =
  <R>(read: (tables: Tables, ids: readonly string[]) => Promise<R[]>, keyOf: (row: R) => string) =>
  async (tables: Tables, ids: readonly string[]): Promise<ReadonlyMap<string, R>> =>
    new Map((await read(tables, ids)).map((row) => [keyOf(row), row]));

const byId = <R extends { id: string }>(read: (tables: Tables, ids: readonly string[]) => Promise<R[]>) =>
  keyed(read, ({ id }) => id);

/**
 * The rooms of those who are enrolled in each of the courses, by its id. They may be many thousands: all announcements
 * of a page share one set.
 */
const roomsByCourse = async (
  tables: Tables,
  courseIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<Room>>> => {
  const rows = await enrolledIn(tables, courseIds);
  const courses = Map.groupBy(rows, ({ course_id }) => course_id);
  return new Map([...courses].map(([id, of]) => [id, new Set(of.map(({ user_id }) => userRoom(user_id)))]));
};

/** What messages are made of: each kind of row and how those with some ids are read, in one query. */
const sources = {
  announcements: byId(announcementsByIds),
  bookmarks: byId(bookmarksByIds),
  courses: byId(coursesByIds),
  enrolled: roomsByCourse,
  enrolments: keyed(enrolmentsByIds, ({ enrolment_id }) => enrolment_id),
  notes: byId(notesByIds),
  quizzes: byId(quizzesByIds),
  reviews: byId(reviewsByIds),
  certificates: byId(certificatesByIds),
  users: byId(usersByIds),
};

/** The rows that a page of events tells about, as they stand when it is told: fetched once for the whole page. */
export type Rows = { [K in keyof typeof sources]: Awaited<ReturnType<(typeof sources)[K]>> };
export type RowKind = keyof Rows;
export const rowKinds = Object.keys(sources) as readonly RowKind[];

/** Every kind of row with what `of` makes of it. */
export const forEachKind = <T>(of: (kind: RowKind) => T): Record<RowKind, T> =>
  Object.fromEntries(rowKinds.map((kind) => [kind, of(kind)])) as Record<RowKind, T>;

/** One query for each kind that any id is given of. */
export const fetchRows = async (
  tables: Tables,
  ids: Readonly<Record<RowKind, readonly string[]>>,
): Promise<Rows> => {
  const fetched = await Promise.all(
    rowKinds.map(async (kind) => [
      kind,
      ids[kind].length > 0 ? await sources[kind](tables, ids[kind]) : new Map(),
    ]),
  );
  // Each kind was read by its own source.
  return Object.fromEntries(fetched) as Rows;
};
