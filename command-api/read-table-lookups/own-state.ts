import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { ReadDatabase } from './read-database.ts';

/**
 * State of a user outside the log, for the data copy. The property names are those of `you.json`, a file of the copy.
 */
export type OwnState = {
  /** When the key of the user's personal data was created. */
  keyMadeAt: string | null;
  /** The last playback position in each course, newest first. */
  places: { course: string; module: number; second: number; at: string }[];
  /** The position in the log up to which the user has seen announcements. */
  announcementsSeen: { position: number; at: string } | null;
  /** The position in the log up to which the user has seen notifications, and the kinds that they switched off. */
  notifications: { position: number; switchedOff: string[] } | null;
  /** The number of read-api nodes to which the user is connected. */
  connections: number;
  /** The courses that the user has open. */
  learning: string[];
};

const isoTime = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const courseName = sql<string>`coalesce(course.code || ' ' || course.name, 'a course')`;

/** Reads everything in one statement, so that it shows one moment. */
export const readOwnState = (database: ReadDatabase, userId: string): Promise<OwnState> =>
  database
    .selectNoFrom((eb) => [
      eb
        .selectFrom('vault.keys')
        .where('person', '=', userId)
        .select(isoTime('made_at').as('made_at'))
        .as('keyMadeAt'),
      jsonArrayFrom(
        eb
          .selectFrom('state.playback as playback')
          .leftJoin('read.enrolments as enrolment', 'enrolment.id', 'playback.enrolment_id')
          .leftJoin('read.courses as course', 'course.id', 'enrolment.course_id')
          .where('playback.user_id', '=', userId)
          .orderBy('playback.at', 'desc')
          .select([
            courseName.as('course'),
            'playback.module',
            'playback.second',
            isoTime('playback.at').as('at'),
          ]),
      ).as('places'),
      jsonObjectFrom(
        eb
          .selectFrom('state.announcements_seen')
          .where('user_id', '=', userId)
          .where('position', '>', 0)
          .select(['position', isoTime('at').as('at')]),
      ).as('announcementsSeen'),
      jsonObjectFrom(
        eb
          .selectFrom('state.announcements_seen')
          .where('user_id', '=', userId)
          .select(['notifications_position as position', 'switched_off as switchedOff']),
      ).as('notifications'),
      eb
        .selectFrom('state.present')
        .where('user_id', '=', userId)
        .select(sql<number>`count(*)::integer`.as('count'))
        .$asScalar()
        .$notNull()
        .as('connections'),
      eb
        .selectFrom('state.learning as learning')
        .leftJoin('read.courses as course', 'course.id', 'learning.course_id')
        .where('learning.user_id', '=', userId)
        .select(sql<string[]>`coalesce(json_agg(distinct ${courseName}), '[]')`.as('courses'))
        .$asScalar()
        .$notNull()
        .as('learning'),
    ])
    .executeTakeFirstOrThrow();
