import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { BookmarkRow } from './present.ts';

/** Selects bookmarks of courses in the catalogue, with the current data of the course. */
const selectBookmarks = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('bookmarks')
    .innerJoin('courses', 'courses.id', 'bookmarks.course_id')
    .innerJoin('users', 'users.id', 'bookmarks.user_id')
    .where('courses.withdrawn', '=', false)
    .select([
      'bookmarks.id',
      'bookmarks.course_id',
      'bookmarks.bookmarked_at',
      'courses.name',
      'courses.code',
      'courses.difficulty',
      'users.email',
    ]);

/** Finds the bookmarks of users, in the order in which they were added. */
export const findBookmarksOfUsers = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
): Promise<BookmarkRow[]> =>
  selectBookmarks(tables)
    .where('bookmarks.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('bookmarks.bookmarked_position')
    .execute();

/** Finds the bookmarks with these ids, in no particular order. */
export const findBookmarksByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<BookmarkRow[]> =>
  selectBookmarks(tables).where('bookmarks.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
