import { z } from 'zod/mini';

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const timeZoneSentence = 'The time zone must be a name such as Asia/Dhaka or an offset such as +05:30.';

/**
 * An IANA time zone name, or an offset such as +05:30. Never pass it to PostgreSQL, which reads offsets with the opposite
 * sign.
 */
export const timeZone = z
  .string({ error: timeZoneSentence })
  .check(z.maxLength(100, { abort: true }), z.refine(isTimeZone, { error: timeZoneSentence }));

/** The reader's time zone. It decides when a day begins. */
export const timeZoneInQuery = z._default(timeZone, 'UTC');
