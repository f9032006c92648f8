import { z } from 'zod';

/** On this channel `state.keep_presence` names the courses whose learners have changed (see migration 0100). */
export const presenceChannel = 'lyceum_presence';

const courseIds = z.array(z.uuid());

/** The courses whose learners have changed; 'any' if unknown, for example after a reconnect. */
export type ChangedCourses = readonly string[] | 'any';

/** Returns 'any' if the payload is missing or is not a list of course ids. */
export const parsePresenceNotification = (payload: string | null): ChangedCourses => {
  if (!payload) return 'any';
  try {
    return courseIds.parse(JSON.parse(payload));
  } catch {
    return 'any';
  }
};
