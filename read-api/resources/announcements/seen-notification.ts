import { z } from 'zod';

/** On this channel `state.see_announcements` says up to where a user has seen announcements (see migration 0091). */
export const seenChannel = 'lyceum_seen';

const seenNotification = z.object({ person: z.uuid(), position: z.number().int().nonnegative() });
type SeenNotification = z.infer<typeof seenNotification>;

/** Returns null if the payload is missing or invalid. */
export const parseSeenNotification = (payload: string | null): SeenNotification | null => {
  if (payload === null) return null;
  try {
    return seenNotification.parse(JSON.parse(payload));
  } catch {
    return null;
  }
};
