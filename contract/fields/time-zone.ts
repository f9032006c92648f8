import { z } from 'zod';

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/**
 * An IANA time zone name, or an offset such as +05:30. Never pass it to PostgreSQL, which reads offsets with the opposite
 * sign.
 */
export const timeZone = z
  .string({ error: 'The time zone must have a name like Asia/Dhaka.' })
  .max(100)
  .refine(isTimeZone, { error: 'The time zone must have a name like Asia/Dhaka.' });

/** The reader's time zone. It decides where a day begins. */
export const timeZoneInQuery = timeZone.default('UTC');
