import type { Kysely } from 'kysely';
import { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted } from '#contract/policies.ts';
import { notificationKind } from '#contract/schemas/notifications.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../query-handler/cursor.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { countUnmarked } from '../quizzes/query.ts';
import { toMarker } from '../quizzes/routes.ts';
import { presentNotification } from './present.ts';
import { loadNotifications, type NotificationState } from './query.ts';

const listId = ['notifications'];
/** The position of the event of the last entry on the page. */
const notificationCursor = z.tuple([z.number().int().nonnegative()]);
/** A later release may have stored kinds that this one does not know. */
const storedKinds = z.array(z.nullable(notificationKind).catch(null));

const loadState = async (state: Kysely<StateTables>, userId: string): Promise<NotificationState> => {
  const row = await state
    .selectFrom('announcements_seen')
    .select(['position', 'notifications_position', 'switched_off'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    announcementsSeen: Number(row?.position ?? 0),
    notificationsSeen: Number(row?.notifications_position ?? 0),
    switchedOff: storedKinds.parse(row?.switched_off ?? []).filter((kind) => kind !== null),
  };
};

/** GET /notifications */
export const listNotifications = (tables: Kysely<ReadTables>, state: Kysely<StateTables>) =>
  defineQuery(endpoints.listNotifications, {
    models: [
      'announcements',
      'audit',
      'certificates',
      'courses',
      'enrolments',
      'notifications',
      'quizzes',
      'users',
    ],
    answer: async ({ reader, query: { limit, cursor } }) => {
      if (reader === null) throw problemError('sign-in-required', 'Sign in first.');
      const { userId, userType } = reader;
      const canMarkQuizzes = isPermitted(userType, 'quiz.mark');
      const before = cursor === undefined ? null : decodeCursor(cursor, listId, notificationCursor)[0];
      const ownState = await loadState(state, userId);
      const [found, quizzesToMark] = await Promise.all([
        loadNotifications(
          tables,
          {
            userId,
            canReadAllAnnouncements: isPermitted(userType, 'announcement.withdrawOther'),
            canMarkQuizzes,
          },
          ownState,
          { before, limit: limit + 1 },
        ),
        canMarkQuizzes ? countUnmarked(tables, toMarker(reader)) : null,
      ]);
      const { rows, headers } = cutPage(found.rows, limit, (last) =>
        encodeCursor(listId, [last.event_position]),
      );
      return {
        body: {
          notifications: rows.map(presentNotification),
          unread: found.unread,
          latestPosition: found.latest,
          switchedOff: [...ownState.switchedOff],
          quizzesToMark,
        },
        headers,
      };
    },
  });
