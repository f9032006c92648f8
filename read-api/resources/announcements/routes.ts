import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted } from '#contract/policies.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import type { Reader } from '../../authorization/authorize.ts';
import { cutPage } from '../../query-handler/cursor.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { loadEnrolmentStartsOf } from './enrolment-starts.ts';
import { presentAnnouncement } from './present.ts';
import { loadAnnouncementsPage } from './query.ts';
import { loadReach } from './reach.ts';

/** Returns the reader. The endpoints require a registered user, which the type does not express. */
const requireReader = (reader: Reader | null): Reader => {
  if (reader === null) throw problemError('sign-in-required', 'Sign in first.');
  return reader;
};

const toAnnouncementReader = ({ userId, userType }: Reader) => ({
  userId,
  isAdmin: isPermitted(userType, 'announcement.withdrawOther'),
});

/** GET /announcement */
export const listAnnouncements = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listAnnouncements, {
    models: ['announcements', 'courses', 'enrolments', 'users'],
    answer: async ({ query: { limit, cursor }, reader }) => {
      const announcementReader = toAnnouncementReader(requireReader(reader));
      const found = await loadAnnouncementsPage(tables, announcementReader, {
        before: cursor ?? null,
        limit: limit + 1,
      });
      const { rows, headers } = cutPage(found, limit, (last) => String(last.posted_position));
      return { body: rows.map((row) => presentAnnouncement(row, announcementReader)), headers };
    },
  });

/** GET /announcement/seen */
export const readAnnouncementsSeen = (tables: Kysely<ReadTables>, state: Kysely<StateTables>) =>
  defineQuery(endpoints.readAnnouncementsSeen, {
    models: ['enrolments', 'users'],
    answer: async ({ reader }) => {
      const { userId } = requireReader(reader);
      const [row, user, enrolmentStarts] = await Promise.all([
        state
          .selectFrom('announcements_seen')
          .select('position')
          .where('user_id', '=', userId)
          .executeTakeFirst(),
        tables.selectFrom('users').select('registered_position').where('id', '=', userId).executeTakeFirst(),
        loadEnrolmentStartsOf(tables, userId),
      ]);
      const joined = enrolmentStarts.map(({ course_id, position }) => ({ courseId: course_id, position }));
      const registered = Number(user?.registered_position ?? 0);
      return { body: { position: Number(row?.position ?? 0), registered, joined } };
    },
  });

/** GET /announcement/reach */
export const readAnnouncementReach = (tables: Kysely<ReadTables>, state: Kysely<StateTables>) =>
  defineQuery(endpoints.readAnnouncementReach, {
    models: ['announcements', 'courses', 'enrolments', 'users'],
    answer: async ({ reader }) => ({
      body: await loadReach(tables, state, toAnnouncementReader(requireReader(reader))),
    }),
  });
