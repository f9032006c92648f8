import type { Pool } from 'pg';
import { userStream } from '#events/catalogue/user.ts';
import type { LogReader } from '#events/log/log.ts';

/** What the school holds on a person at this moment, beside the log: who they are, and the small state. */
export type OwnNow = {
  id: string;
  name: string | null;
  email: string | null;
  imageUrl: string | null;
  userType: string;
  wishedType: string | null;
  /** ISO 8601, UTC. */
  registeredAt: string;
  /** Since when their personal data has a key of its own. */
  keyMadeAt: string | null;
  /** The last place in the videos of each course. */
  places: { course: string; module: number; second: number; at: string }[];
  /** Up to which position of the log they have seen announcements. */
  announcementsSeen: { position: number; at: string } | null;
  /** In how many places a page of Lyceum is open. */
  connections: number;
  /** The courses whose lessons are open. */
  learning: string[];
};

type State = Pick<OwnNow, 'keyMadeAt' | 'places' | 'announcementsSeen' | 'connections' | 'learning'>;

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const called = `coalesce((select code || ' ' || name from read.courses where id = found.course_id), 'a course')`;

/** One statement, so that it is one moment. */
const stateOf = `
  select
    (select ${iso('made_at')} from vault.keys where person = $1) as "keyMadeAt",
    coalesce((
      select json_agg(json_build_object('course', ${called}, 'module', module, 'second', second, 'at', ${iso('"at"')})
        order by at desc)
      from (select playback.*, enrolments.course_id from state.playback
        left join read.enrolments on enrolments.id = playback.enrolment_id
        where playback.user_id = $1) as found), '[]') as places,
    (select json_build_object('position', position, 'at', ${iso('"at"')})
      from state.announcements_seen where user_id = $1) as "announcementsSeen",
    (select count(*)::integer from state.present where user_id = $1) as connections,
    coalesce((select json_agg(distinct ${called}) from state.learning as found where user_id = $1), '[]') as learning`;

/** @returns null for who is not registered (any more). */
export const ownNow = async (
  pool: Pick<Pool, 'query'>,
  reader: Pick<LogReader, 'readStream'>,
  person: string,
): Promise<OwnNow | null> => {
  const [events, state] = await Promise.all([
    reader.readStream(userStream(person)),
    pool.query<State>(stateOf, [person]),
  ]);
  let now: Omit<OwnNow, keyof State> | null = null;
  for (const event of events) {
    if (event.type === 'UserRegistered') {
      const { identity: _, ...facts } = event.data;
      now = { id: person, ...facts, registeredAt: event.recordedAt.toISOString() };
    }
    if (now === null) continue;
    if (event.type === 'UserProfileEdited') now = { ...now, ...event.data };
    if (event.type === 'UserRoleChanged') now = { ...now, userType: event.data.to, wishedType: null };
    if (event.type === 'UserWishDeclined') now = { ...now, wishedType: null };
    if (event.type === 'UserRemoved') now = null;
  }
  const [row] = state.rows;
  return now === null || !row ? null : { ...now, ...row };
};
