/**
 * The names of all read models, in the order of `projections`. The list is separate, so that the command line can answer
 * without loading the projections.
 */
export const modelNames: readonly string[] = [
  'courses',
  'users',
  'bookmarks',
  'enrolments',
  'reviews',
  'notes',
  'quizzes',
  'activity',
  'certificates',
  'announcements',
  'audit',
  'insight',
  'notifications',
];
