import { type Kysely, sql } from 'kysely';
import { type AnnouncementReach, reachedAtOnce } from '#contract/announcements.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';
import { joinedIn } from './joined.ts';

type Posted = { id: string; course_id: string | null; posted_position: number };

const newestOf = (tables: Kysely<ReadTables>, posterId: string): Promise<Posted[]> =>
  tables
    .selectFrom('announcements')
    .select(['id', 'course_id', sql<number>`posted_position::float8`.as('posted_position')])
    .where('user_id', '=', posterId)
    .where('withdrawn', '=', false)
    .orderBy('announcements.posted_position', 'desc')
    .limit(reachedAtOnce)
    .execute();

/** How many persons there are besides the poster. */
const everybodyElse = async (tables: Kysely<ReadTables>, posterId: string): Promise<number> => {
  const { persons } = await tables
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('persons'))
    .where('id', '!=', posterId)
    .executeTakeFirstOrThrow();
  return persons;
};

/** Those of a course who may read it, and from where on: what is older they see no earlier than that. */
type Reader = { user_id: string; position: number };

/** Who has seen how much: everybody, or readers of a course, as if they had seen nothing before they came. */
const lookedAt = (readers: readonly Reader[] | null) =>
  readers === null
    ? sql`announcements_seen as seen on seen.position >= asked.position`
    : sql`(unnest(${readers.map(({ user_id }) => user_id)}::uuid[],
                  ${readers.map(({ position }) => position)}::bigint[]) as reader (id, joined)
           join announcements_seen as seen on seen.user_id = reader.id)
        on seen.position >= greatest(asked.position, reader.joined)`;

/** How many have seen what stands at each of the positions; of `readers` only, where given. */
const seenAt = async (
  state: Kysely<StateTables>,
  posterId: string,
  positions: readonly number[],
  readers: readonly Reader[] | null,
): Promise<Map<number, number>> => {
  const { rows } = await sql<{ position: number; seen: number }>`
    select asked.position, count(seen.user_id)::int as seen
    from unnest(${positions}::bigint[]) as asked (position)
    left join ${lookedAt(readers)} and seen.user_id <> ${posterId}
    group by asked.position`.execute(state);
  return new Map(rows.map(({ position, seen }) => [Number(position), seen]));
};

/**
 * How far a poster's newest announcements came. Whoever an announcement is for is counted as it stands now: all
 * persons for a general one, those enrolled for one of a course.
 */
export const reachOf = async (
  tables: Kysely<ReadTables>,
  state: Kysely<StateTables>,
  posterId: string,
): Promise<AnnouncementReach[]> => {
  const newest = await newestOf(tables, posterId);
  // They come newest first: the oldest of each course stays.
  const courses = new Map(
    newest.flatMap(({ course_id, posted_position }) => (course_id ? [[course_id, posted_position]] : [])),
  );
  const enrolled = courses.size > 0 ? await joinedIn(tables, courses) : [];
  const reached = new Map<string, AnnouncementReach>();
  for (const course of [null, ...courses.keys()]) {
    const posted = newest.filter(({ course_id }) => course_id === course);
    if (posted.length === 0) continue;
    const readers =
      course === null
        ? null
        : enrolled.filter(({ course_id, user_id }) => course_id === course && user_id !== posterId);
    const positions = posted.map(({ posted_position }) => posted_position);
    const seen = await seenAt(state, posterId, positions, readers);
    const audience = readers ? readers.length : await everybodyElse(tables, posterId);
    for (const { id, posted_position } of posted)
      reached.set(id, { _id: id, seen: Math.min(seen.get(posted_position) ?? 0, audience), audience });
  }
  return newest.flatMap(({ id }) => reached.get(id) ?? []);
};
