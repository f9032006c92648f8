import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { AnnouncementRow } from './present.ts';

/** Announcements that stand, with the names of their poster and their course. */
const announcements = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('announcements')
    .leftJoin('users', 'users.id', 'announcements.user_id')
    .leftJoin('courses', 'courses.id', 'announcements.course_id')
    .where('announcements.withdrawn', '=', false)
    .select([
      'announcements.id',
      'announcements.user_id',
      'announcements.user_type',
      'announcements.course_id',
      'announcements.type',
      'announcements.date',
      'announcements.body',
      'announcements.posted_at',
      // The driver gives a bigint as text.
      sql<number>`announcements.posted_position::float8`.as('posted_position'),
      'users.name as user_name',
      'courses.name as course_name',
      'courses.code as course_code',
    ]);

/** Who reads: an Admin reads all; others what is for everybody, for a course that they are enrolled in, or their own. */
export type AnnouncementReader = { userId: string; isAdmin: boolean };

/**
 * A page of what a person may read, newest first: a walk along the index of all that stand, until the page is full.
 * @param page.before only what was posted before this position; null: from the newest on.
 */
export const announcementsFound = (
  tables: Kysely<ReadTables>,
  reader: AnnouncementReader,
  page: { before: number | null; limit: number },
) => {
  let query = announcements(tables).orderBy('announcements.posted_position', 'desc').limit(page.limit);
  if (page.before !== null) query = query.where('announcements.posted_position', '<', page.before);
  if (!reader.isAdmin)
    query = query.where((of) =>
      of.or([
        of('announcements.course_id', 'is', null),
        of('announcements.user_id', '=', reader.userId),
        of(
          'announcements.course_id',
          'in',
          of
            .selectFrom('enrolments')
            .select('enrolments.course_id')
            .where('enrolments.user_id', '=', reader.userId)
            .where('enrolments.has_left', '=', false),
        ),
      ]),
    );
  return query;
};

/** As {@link announcementsFound}, fetched. */
export const announcementsFor = (
  ...asked: Parameters<typeof announcementsFound>
): Promise<AnnouncementRow[]> => announcementsFound(...asked).execute();

/** Those of the announcements that have one of the ids and stand, in no order. */
export const announcementsByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<AnnouncementRow[]> =>
  announcements(tables).where('announcements.id', '=', sql<string>`any(${ids}::uuid[])`).execute();

/** Who is enrolled in one of these courses now, in no order. */
export const enrolledIn = (
  tables: Kysely<ReadTables>,
  courseIds: readonly string[],
): Promise<{ course_id: string; user_id: string }[]> =>
  tables
    .selectFrom('enrolments')
    .select(['course_id', 'user_id'])
    .where('course_id', '=', sql<string>`any(${courseIds}::uuid[])`)
    .where('has_left', '=', false)
    .execute();
