import type { Kysely } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import {
  findAnnouncementsByIds,
  findEnrolledUsers,
  findRecipientsByIds,
} from '../../resources/announcements/query.ts';
import { findBookmarksByIds } from '../../resources/bookmarks/query.ts';
import { findCertificatesByIds } from '../../resources/certificates/query.ts';
import { findCoursesByIds, findInstructorsByIds } from '../../resources/courses/query.ts';
import { findEnrolmentsByIds } from '../../resources/enrolments/query.ts';
import { findNotesByIds } from '../../resources/notes/query.ts';
import { findQuizzesByIds } from '../../resources/quizzes/query.ts';
import { findReviewsByIds } from '../../resources/reviews/query.ts';
import { findUsersByIds } from '../../resources/users/query.ts';
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
  const rows = await findEnrolledUsers(tables, courseIds);
  const byCourse = Map.groupBy(rows, ({ course_id }) => course_id);
  return new Map(
    [...byCourse].map(([id, enrolled]) => [id, new Set(enrolled.map(({ user_id }) => userRoom(user_id)))]),
  );
};

/** Loads rows by their ids, with one query per kind of row. */
const loaders = {
  announcements: mapById(findAnnouncementsByIds),
  /** Withdrawn announcements are included. */
  announcementRecipients: mapById(findRecipientsByIds),
  bookmarks: mapById(findBookmarksByIds),
  courses: mapById(findCoursesByIds),
  /** Removed courses are included. */
  courseInstructors: mapById(findInstructorsByIds),
  /** By course id. */
  enrolledUserRooms: loadEnrolledUserRooms,
  enrolments: mapBy(findEnrolmentsByIds, ({ enrolment_id }) => enrolment_id),
  notes: mapById(findNotesByIds),
  quizzes: mapById(findQuizzesByIds),
  reviews: mapById(findReviewsByIds),
  certificates: mapById(findCertificatesByIds),
  users: mapById(findUsersByIds),
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
