import { type Kysely, sql } from 'kysely';
import { type AnnouncementReach, announcementReachLimit } from '#contract/schemas/announcements.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import { type EnrolmentStartRow, loadEnrolmentStartsIn } from './enrolment-starts.ts';

/**
 * Returns how many users have seen a poster's newest announcements. The audience is counted as it is now: all other users,
 * the students of the course, or the recipients who are still students of the course. The reach of a student
 * message with one recipient tells whether that student has seen it. So only Admins and the current teacher of the course get the reach
 * of their student messages.
 */
export const loadReach = async (
  tables: Kysely<ReadTables>,
  state: Kysely<StateTables>,
  { userId: posterId, isAdmin }: { userId: string; isAdmin: boolean },
): Promise<AnnouncementReach[]> => {
  const announcements = await listNewest(tables, posterId, isAdmin);
  const courseIds = new Set(announcements.flatMap(({ course_id }) => course_id ?? []));
  const students = courseIds.size > 0 ? await loadEnrolmentStartsIn(tables, [...courseIds]) : [];
  const reach = new Map<string, AnnouncementReach>();
  // Each message has an audience of its own.
  const audiences = Map.groupBy(announcements, ({ id, course_id, recipient_ids }) =>
    recipient_ids === null ? course_id : id,
  );
  for (const posted of audiences.values()) {
    const { course_id: course = null, recipient_ids = null } = posted[0] ?? {};
    const selected = recipient_ids && new Set(recipient_ids);
    const recipients =
      course === null
        ? null
        : students.filter(
            ({ course_id, user_id }) =>
              course_id === course && user_id !== posterId && (selected === null || selected.has(user_id)),
          );
    const positions = posted.map(({ posted_position }) => posted_position);
    const seen = await countSeen(state, posterId, positions, recipients);
    const audience = recipients ? recipients.length : await countOtherUsers(tables, posterId);
    for (const { id, posted_position } of posted)
      reach.set(id, { _id: id, seen: Math.min(seen.get(posted_position) ?? 0, audience), audience });
  }
  return announcements.flatMap(({ id }) => reach.get(id) ?? []);
};

const listNewest = (tables: Kysely<ReadTables>, posterId: string, isAdmin: boolean) =>
  tables
    .selectFrom('announcements')
    .select(['id', 'course_id', 'recipient_ids', sql<number>`posted_position::float8`.as('posted_position')])
    .where('user_id', '=', posterId)
    .where('withdrawn', '=', false)
    .$if(!isAdmin, (query) =>
      query.where(({ or, eb, selectFrom }) =>
        or([
          eb('recipient_ids', 'is', null),
          eb(
            'course_id',
            'in',
            selectFrom('courses').select('courses.id').where('instructor_id', '=', posterId),
          ),
        ]),
      ),
    )
    .orderBy('announcements.posted_position', 'desc')
    .limit(announcementReachLimit)
    .execute();

const countOtherUsers = async (tables: Kysely<ReadTables>, posterId: string): Promise<number> => {
  const { users } = await tables
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('users'))
    .where('id', '!=', posterId)
    .executeTakeFirstOrThrow();
  return users;
};

/**
 * Returns how many users have seen the announcement at each of the positions.
 * @param students the students who can read the announcements; null for all users.
 */
const countSeen = async (
  state: Kysely<StateTables>,
  posterId: string,
  positions: readonly number[],
  students: readonly EnrolmentStartRow[] | null,
): Promise<Map<number, number>> => {
  const { rows } = await sql<{ position: number; seen: number }>`
    select asked.position, count(seen.user_id)::int as seen
    from unnest(${positions}::bigint[]) as asked (position)
    left join ${joinUsersWhoHaveSeen(students)} and seen.user_id <> ${posterId}
    group by asked.position`.execute(state);
  return new Map(rows.map(({ position, seen }) => [Number(position), seen]));
};

/**
 * The join with the users who have seen a position. A student can see the announcements of a course only after the first enrolment, so
 * a position that they had seen before does not count.
 */
const joinUsersWhoHaveSeen = (students: readonly EnrolmentStartRow[] | null) =>
  students === null
    ? sql`announcements_seen as seen on seen.position >= asked.position`
    : sql`(unnest(${students.map(({ user_id }) => user_id)}::uuid[],
                  ${students.map(({ position }) => position)}::bigint[]) as reader (id, joined)
           join announcements_seen as seen on seen.user_id = reader.id)
        on seen.position >= greatest(asked.position, reader.joined)`;
