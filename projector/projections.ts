import { activity } from './activity/activity.ts';
import { announcements } from './announcements/announcements.ts';
import { audit } from './audit/audit.ts';
import { bookmarks } from './bookmarks/bookmarks.ts';
import { certificates } from './certificates/certificates.ts';
import { courses } from './courses/courses.ts';
import { enrolments } from './enrolments/enrolments.ts';
import { insight } from './insight/insight.ts';
import { notes } from './notes/notes.ts';
import type { Projection } from './projection/projection.ts';
import { quizzes } from './quizzes/quizzes.ts';
import { reviews } from './reviews/reviews.ts';
import { users } from './users/users.ts';

/** Every read model there is. A new one is added here, with its table in a migration of its own. */
export const projections: readonly Projection[] = [
  courses,
  users,
  bookmarks,
  enrolments,
  reviews,
  notes,
  quizzes,
  activity,
  certificates,
  announcements,
  audit,
  insight,
];
