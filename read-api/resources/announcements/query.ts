import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { AnnouncementRow } from './present.ts';

/** Selects announcements that were not withdrawn, with the current names of their poster and their course. */
const selectAnnouncements = (tables: Kysely<ReadTables>) =>
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
      // Only the number is needed, and a message may have hundreds of recipients.
      sql<number | null>`cardinality(announcements.recipient_ids)`.as('recipient_count'),
      'announcements.type',
      'announcements.date',
      'announcements.body',
      'announcements.posted_at',
      // The driver returns a bigint as text.
      sql<number>`announcements.posted_position::float8`.as('posted_position'),
      'users.name as user_name',
      'courses.name as course_name',
      'courses.code as course_code',
    ]);

/**
 * A user who reads announcements. An Admin reads all announcements. Other users read those for all users, those for the courses in
 * which they are enrolled, and their own. A student message can be read by its sender, by Admins, and by its recipients as long as
 * they are students of the course.
 */
type AnnouncementReader = { userId: string; isAdmin: boolean };

/** Returns a condition: the announcement is for all students of its course, or for selected students including this one. */
const isForStudent = (userId: string) =>
  sql<boolean>`(announcements.recipient_ids is null or ${userId}::uuid = any(announcements.recipient_ids))`;

/**
 * Selects the rows of {@link loadAnnouncementsPage}. Exported so that a test can check its plan. The query follows the index of
 * announcements, newest first, until the page is full.
 * @param page.before only announcements before this position; null to start with the newest.
 */
export const selectAnnouncementsPage = (
  tables: Kysely<ReadTables>,
  reader: AnnouncementReader,
  page: { before: number | null; limit: number },
) => {
  let query = selectAnnouncements(tables).orderBy('announcements.posted_position', 'desc').limit(page.limit);
  if (page.before !== null) query = query.where('announcements.posted_position', '<', page.before);
  if (!reader.isAdmin)
    query = query.where((expression) =>
      expression.or([
        expression('announcements.course_id', 'is', null),
        expression('announcements.user_id', '=', reader.userId),
        expression.and([
          // PostgreSQL tests this condition first, and then searches the recipients only of announcements for the
          // reader's courses.
          expression(
            'announcements.course_id',
            'in',
            expression
              .selectFrom('enrolments')
              .select('enrolments.course_id')
              .where('enrolments.user_id', '=', reader.userId)
              .where('enrolments.has_left', '=', false),
          ),
          isForStudent(reader.userId),
        ]),
      ]),
    );
  return query;
};

/** Finds a page of the announcements that the reader may read, newest first. */
export const loadAnnouncementsPage = (
  ...parameters: Parameters<typeof selectAnnouncementsPage>
): Promise<AnnouncementRow[]> => selectAnnouncementsPage(...parameters).execute();

/** Returns the announcements with these ids that were not withdrawn, in no particular order. */
export const findAnnouncementsByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<AnnouncementRow[]> =>
  selectAnnouncements(tables).where('announcements.id', '=', sql<string>`any(${ids}::uuid[])`).execute();

/**
 * Returns the recipients of the announcements with these ids, including withdrawn ones. `recipient_ids` is null unless
 * the announcement is a student message.
 */
export const findRecipientsByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<{ id: string; recipient_ids: string[] | null }[]> =>
  tables
    .selectFrom('announcements')
    .select(['id', 'recipient_ids'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

export const selectEnrolledUsers = (tables: Kysely<ReadTables>, courseIds: readonly string[]) =>
  tables
    .selectFrom('enrolments')
    .select(['course_id', 'user_id'])
    .where('course_id', '=', sql<string>`any(${courseIds}::uuid[])`)
    .where('has_left', '=', false);

/** Returns the students of these courses, in no particular order. */
export const findEnrolledUsers = (
  ...parameters: Parameters<typeof selectEnrolledUsers>
): Promise<{ course_id: string; user_id: string }[]> => selectEnrolledUsers(...parameters).execute();
