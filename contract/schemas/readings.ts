import { z } from 'zod/mini';

/**
 * Categories of other users' personal data that an Admin can read. A reading is recorded with its category. Each GET that returns
 * such data names its category in `Endpoint.disclosure`.
 */
const disclosures = [
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
  'course-results',
  'dashboard',
  'log',
] as const;
export const disclosure = z.enum(disclosures, {
  error: `What was read must be one of ${disclosures.join(', ')}.`,
});
export type Disclosure = z.infer<typeof disclosure>;

/** Body of POST /readings: the category that is about to be read, and the user to whom the data belongs (null: many users). */
export const newReading = z.object({
  what: disclosure,
  userId: z.nullable(z.uuid({ error: 'The person must be given by their id.' }).check(z.toLowerCase())),
});
export type NewReading = z.infer<typeof newReading>;
