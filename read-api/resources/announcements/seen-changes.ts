import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { StateTables } from '#platform/state-tables/state-tables.ts';

/**
 * The channel that announces changes to `state.announcements_seen`, which stores what a user has seen of the announcements and
 * of the notifications, and which notifications the user has switched off. The payload is the id of the change. Every database role may listen, so
 * the payload contains neither the user nor the position.
 */
export const seenChannel = 'lyceum_seen';

type SeenChange = { userId: string; position: number };

/**
 * Returns the user of a change, and the position up to which they have now seen announcements. The position up to which they have
 * seen notifications is not returned, because no message to clients contains it.
 * @param payload the payload of the notification.
 * @returns null if the payload is missing or invalid, or if a later change has replaced this one.
 */
export const findSeenChange = async (
  state: Kysely<StateTables>,
  payload: string | null,
): Promise<SeenChange | null> => {
  const change = z.uuid().safeParse(payload);
  if (!change.success) return null;
  const row = await state
    .selectFrom('announcements_seen')
    .select(['user_id', 'position'])
    .where('change', '=', change.data)
    .executeTakeFirst();
  return row ? { userId: row.user_id, position: Number(row.position) } : null;
};
