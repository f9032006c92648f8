import { z } from 'zod';

/**
 * What an Admin can read of other people, by the name under which the reading is recorded. Each GET that shows it names its
 * own in the table of calls.
 */
export const disclosures = [
  'profile',
  'bookmarks',
  'enrolments',
  'progress',
  'quizzes',
  'playback',
  'notes',
  'activity',
  'certificates',
  'history',
  'users',
  'written-answers',
  'reviewers',
  'dashboard',
  'log',
] as const;
export const disclosure = z.enum(disclosures, {
  error: `What was read must be one of ${disclosures.join(', ')}.`,
});
export type Disclosure = z.infer<typeof disclosure>;

/** Body of POST /readings: what is about to be read, and of whom; null: of many at once. */
export const newReading = z.object({
  what: disclosure,
  userId: z.uuid({ error: 'The person must be an id.' }).toLowerCase().nullable(),
});
export type NewReading = z.infer<typeof newReading>;
