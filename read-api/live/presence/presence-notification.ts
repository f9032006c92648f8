import { z } from 'zod';

/** The channel on which the database notifies nodes that the learners of courses have changed. */
export const presenceChannel = 'lyceum_presence';

const courseIds = z.array(z.uuid());

/** The courses whose learners have changed; 'any' if they are unknown or there are very many. */
export type ChangedCourses = readonly string[] | 'any';

/** Parses the payload of a notification. Returns 'any' if it is missing or is not a list of course ids. */
export const parsePresenceNotification = (payload: string | null): ChangedCourses => {
  if (!payload) return 'any';
  try {
    return courseIds.parse(JSON.parse(payload));
  } catch {
    return 'any';
  }
};
