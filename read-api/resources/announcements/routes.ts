import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import { headers } from '#contract/headers.ts';
import { may } from '#contract/policies.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';
import type { Reader } from '../../authorization/admit.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { joinedBy } from './joined.ts';
import { presentAnnouncement } from './present.ts';
import { announcementsFor } from './query.ts';
import { reachOf } from './reach.ts';

/** Only who is registered gets here; the type does not know it. */
const present = (reader: Reader | null): Reader => {
  if (reader === null) throw problemError('sign-in-required', 'Sign in first.');
  return reader;
};

/** GET /announcement */
export const listAnnouncements = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listAnnouncements, {
    models: ['announcements', 'courses', 'enrolments', 'users'],
    answer: async ({ query: { limit, cursor }, reader }) => {
      const { userId, userType } = present(reader);
      const found = await announcementsFor(
        tables,
        { userId, isAdmin: may(userType, 'announcement.withdrawOther') },
        { before: cursor ?? null, limit: limit + 1 },
      );
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const body = page.map((row) => presentAnnouncement(row, userId));
      if (found.length <= limit || !last) return { body };
      return { body, headers: { [headers.nextCursor]: String(last.posted_position) } };
    },
  });

/** GET /announcement/seen */
export const readAnnouncementsSeen = (tables: Kysely<ReadTables>, state: Kysely<StateTables>) =>
  queryOf(calls.readAnnouncementsSeen, {
    models: ['enrolments', 'users'],
    answer: async ({ reader }) => {
      const { userId } = present(reader);
      const [row, courses] = await Promise.all([
        state
          .selectFrom('announcements_seen')
          .select('position')
          .where('user_id', '=', userId)
          .executeTakeFirst(),
        joinedBy(tables, userId),
      ]);
      const joined = courses.map(({ course_id, position }) => ({ courseId: course_id, position }));
      return { body: { position: Number(row?.position ?? 0), joined } };
    },
  });

/** GET /announcement/reach */
export const readAnnouncementReach = (tables: Kysely<ReadTables>, state: Kysely<StateTables>) =>
  queryOf(calls.readAnnouncementReach, {
    models: ['announcements', 'enrolments', 'users'],
    answer: async ({ reader }) => ({ body: await reachOf(tables, state, present(reader).userId) }),
  });
