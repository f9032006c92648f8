import { z } from 'zod';

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** A time zone by its IANA name. */
export const timeZone = z
  .string({ error: 'The time zone must have a name like Asia/Dhaka.' })
  .max(100)
  .refine(isTimeZone, { error: 'The time zone must have a name like Asia/Dhaka.' });

/**
 * Whose days they are. A day is the reader's own: what happens at half past eleven in Dhaka is looked for under that evening,
 * not under the next morning of another place.
 */
export const timeZoneInQuery = timeZone.default('UTC');
