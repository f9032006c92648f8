import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { StateTables } from '#platform/state-tables/state-tables.ts';

/**
 * On this channel a change of `state.announcements_seen` sends the id of a change (see migration 0180). Every role of the database may
 * listen, so the payload contains neither the user nor the position.
 */
export const seenChannel = 'lyceum_seen';

type SeenAnnouncements = { userId: string; position: number };

/**
 * Returns the user of a notification, and the position up to which they have seen announcements.
 * @param payload of the notification.
 * @returns null if the payload is missing or invalid, or if a later change has replaced this one.
 */
export const findSeenAnnouncements = async (
  state: Kysely<StateTables>,
  payload: string | null,
): Promise<SeenAnnouncements | null> => {
  const change = z.uuid().safeParse(payload);
  if (!change.success) return null;
  const row = await state
    .selectFrom('announcements_seen')
    .select(['user_id', 'position'])
    .where('change', '=', change.data)
    .executeTakeFirst();
  return row ? { userId: row.user_id, position: Number(row.position) } : null;
};
