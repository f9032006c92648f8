import type { Projection } from '../projection/projection.ts';
import { activity } from './activity.ts';
import { announcements } from './announcements.ts';
import { audit } from './audit.ts';
import { bookmarks } from './bookmarks.ts';
import { certificates } from './certificates.ts';
import { courses } from './courses.ts';
import { enrolments } from './enrolments.ts';
import { insight } from './insight/insight.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';
import { quizzes } from './quizzes.ts';
import { reviews } from './reviews.ts';
import { users } from './users.ts';

/** All read models. A new one is added here and in `model-names.ts`, and its tables in a migration. */
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
  notifications,
];
