import type { ActivityTable } from './activity.ts';
import type { AnnouncementsTable } from './announcements.ts';
import type { AuditTable } from './audit.ts';
import type { BookmarksTable } from './bookmarks.ts';
import type { CertificatesTable } from './certificates.ts';
import type { CheckpointsTable } from './checkpoints.ts';
import type { CoursesTable } from './courses.ts';
import type { EnrolmentsTable } from './enrolments.ts';
import type {
  InsightAttemptsTable,
  InsightCountedTable,
  InsightCoursesTable,
  InsightQuartersTable,
  InsightQuestionsTable,
} from './insight.ts';
import type { NotesTable } from './notes.ts';
import type { NotificationsTable } from './notifications.ts';
import type { ParkedTable } from './parked.ts';
import type { QuizzesTable } from './quizzes.ts';
import type { ReactionsTable, ReactorsTable } from './reactions.ts';
import type { CourseRatingsTable, ReviewsTable } from './reviews.ts';
import type { UsersTable } from './users.ts';

/** The read tables for Kysely, in the schema `read` or another one on the connection's search path. Of the services, only the projector writes them. */
export type ReadTables = {
  activity: ActivityTable;
  announcements: AnnouncementsTable;
  audit: AuditTable;
  bookmarks: BookmarksTable;
  certificates: CertificatesTable;
  checkpoints: CheckpointsTable;
  course_ratings: CourseRatingsTable;
  courses: CoursesTable;
  enrolments: EnrolmentsTable;
  insight_attempts: InsightAttemptsTable;
  insight_counted: InsightCountedTable;
  insight_courses: InsightCoursesTable;
  insight_quarters: InsightQuartersTable;
  insight_questions: InsightQuestionsTable;
  notes: NotesTable;
  notifications: NotificationsTable;
  parked: ParkedTable;
  quizzes: QuizzesTable;
  reactions: ReactionsTable;
  reactors: ReactorsTable;
  reviews: ReviewsTable;
  users: UsersTable;
};
