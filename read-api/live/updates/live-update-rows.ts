import type { Kysely } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { announcementsByIds, enrolledUsers, recipientsByIds } from '../../resources/announcements/query.ts';
import { bookmarksByIds } from '../../resources/bookmarks/query.ts';
import { certificatesByIds } from '../../resources/certificates/query.ts';
import { coursesByIds, instructorsByIds } from '../../resources/courses/query.ts';
import { enrolmentsByIds } from '../../resources/enrolments/query.ts';
import { notesByIds } from '../../resources/notes/query.ts';
import { quizzesByIds } from '../../resources/quizzes/query.ts';
import { reviewsByIds } from '../../resources/reviews/query.ts';
import { usersByIds } from '../../resources/users/query.ts';
import { type Room, userRoom } from '../rooms.ts';

type Tables = Kysely<ReadTables>;

/** Returns a function that loads the rows as a map by their key. */
const mapBy =
  <R>(load: (tables: Tables, ids: readonly string[]) => Promise<R[]>, keyOf: (row: R) => string) =>
  async (tables: Tables, ids: readonly string[]): Promise<ReadonlyMap<string, R>> =>
    new Map((await load(tables, ids)).map((row) => [keyOf(row), row]));

const mapById = <R extends { id: string }>(load: (tables: Tables, ids: readonly string[]) => Promise<R[]>) =>
  mapBy(load, ({ id }) => id);

/**
 * Loads the rooms of all students of each course. A course may have many thousands, so all live updates of a page share
 * one set per course.
 */
const loadEnrolledUserRooms = async (
  tables: Tables,
  courseIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<Room>>> => {
  const rows = await enrolledUsers(tables, courseIds);
  const byCourse = Map.groupBy(rows, ({ course_id }) => course_id);
  return new Map(
    [...byCourse].map(([id, enrolled]) => [id, new Set(enrolled.map(({ user_id }) => userRoom(user_id)))]),
  );
};

/** Loads rows by their ids, with one query per kind of row. */
const loaders = {
  announcements: mapById(announcementsByIds),
  /** Withdrawn announcements are included. */
  announcementRecipients: mapById(recipientsByIds),
  bookmarks: mapById(bookmarksByIds),
  courses: mapById(coursesByIds),
  /** Removed courses are included. */
  courseInstructors: mapById(instructorsByIds),
  /** By course id. */
  enrolledUserRooms: loadEnrolledUserRooms,
  enrolments: mapBy(enrolmentsByIds, ({ enrolment_id }) => enrolment_id),
  notes: mapById(notesByIds),
  quizzes: mapById(quizzesByIds),
  reviews: mapById(reviewsByIds),
  certificates: mapById(certificatesByIds),
  users: mapById(usersByIds),
};

/** The rows that the live updates of one page of events need, as they are now. */
export type LiveUpdateRows = { [K in keyof typeof loaders]: Awaited<ReturnType<(typeof loaders)[K]>> };
export type RowKind = keyof LiveUpdateRows;
const rowKinds = Object.keys(loaders) as readonly RowKind[];

/** Returns an object with one value for each kind of row. */
export const mapRowKinds = <T>(create: (kind: RowKind) => T): Record<RowKind, T> =>
  Object.fromEntries(rowKinds.map((kind) => [kind, create(kind)])) as Record<RowKind, T>;

/** Loads the rows with one query for each kind that has ids. */
export const loadLiveUpdateRows = async (
  tables: Tables,
  ids: Readonly<Record<RowKind, readonly string[]>>,
): Promise<LiveUpdateRows> => {
  const loaded = await Promise.all(
    rowKinds.map(async (kind) => [
      kind,
      ids[kind].length > 0 ? await loaders[kind](tables, ids[kind]) : new Map(),
    ]),
  );
  // Each kind was loaded by its own loader.
  return Object.fromEntries(loaded) as LiveUpdateRows;
};
