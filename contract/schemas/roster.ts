import { z } from 'zod/mini';
import { opaqueCursor, pageLimit } from '../fields/paging.ts';
import { possiblyEmptyText, shownLine, tolerantWholeNumber } from '../fields/text.ts';
import { maxRecipients } from './announcements.ts';
import { courseCode } from './courses.ts';
import { modulesPerCourse } from './enrolments.ts';
import { quizKind } from './quizzes.ts';

/** The maximum number of students in a roster. In a larger course, only the students who enrolled last are listed. */
export const maxRosterStudents = 10_000;
/**
 * The maximum number of students in a page. The form for a message loads all recipients in one page, so that they come from the
 * same state of the roster.
 */
const maxStudentsPerPage = maxRecipients;
/** The maximum of the filter `inactiveDays`. */
export const maxInactiveDays = 365;

const rosterSorts = ['name', 'progress', 'quizzes', 'activity', 'enrolled'] as const;
export type RosterSort = (typeof rosterSorts)[number];
export const rosterOrders = ['ascending', 'descending'] as const;
export type RosterOrder = (typeof rosterOrders)[number];
/**
 * How far a student has come: not started; started, at most four modules completed; all five completed; certificate
 * collected.
 */
export const rosterStates = ['not-started', 'learning', 'completed', 'certified'] as const;
export type RosterState = (typeof rosterStates)[number];

/** Query of GET /courses/{id}/students. `inactiveDays`: only students without activity for at least this many days. */
export const rosterQuery = z.object({
  search: z._default(possiblyEmptyText('Search', 200), ''),
  sort: z._default(
    z.enum(rosterSorts, { error: `The order must be one of ${rosterSorts.join(', ')}.` }),
    'name',
  ),
  order: z._default(
    z.enum(rosterOrders, { error: `The direction must be one of ${rosterOrders.join(', ')}.` }),
    'ascending',
  ),
  state: z.optional(z.enum(rosterStates, { error: `The state must be one of ${rosterStates.join(', ')}.` })),
  inactiveDays: z.optional(tolerantWholeNumber('Days', { min: 1, max: maxInactiveDays })),
  page: z._default(tolerantWholeNumber('Page', { min: 1, max: maxRosterStudents }), 1),
  limit: z._default(pageLimit(maxStudentsPerPage), 25),
  format: z._default(z.enum(['json', 'csv'], { error: 'The format must be json or csv.' }), 'json'),
});
export type RosterQuery = z.infer<typeof rosterQuery>;

export const studentInPath = z.object({
  id: z.uuid({ error: 'The id in the path must be a UUID.' }).check(z.toLowerCase()),
  studentId: z.uuid({ error: 'The id in the path must be a UUID.' }).check(z.toLowerCase()),
});

const count = z.int().check(z.nonnegative());
const percent = z.number().check(z.gte(0), z.lte(100));

/** A student of a course, as its teacher and Admins see them. */
const rosterStudent = z.object({
  /** The student's user id. */
  _id: z.uuid(),
  enrolmentId: z.uuid(),
  name: shownLine(),
  imageUrl: z.string(),
  /** Masked, except for Admins. */
  email: z.string(),
  enrolledAt: z.iso.datetime(),
  /** Null until the course is started. */
  startedAt: z.nullable(z.iso.datetime()),
  completedModules: z.int().check(z.gte(0), z.lte(modulesPerCourse)),
  quizzes: z.object({
    /** Submitted attempts. */
    taken: count,
    /** The mean result of the attempts that have a result; null if none has. */
    percent: z.nullable(percent),
    /** Written attempts that await marks. */
    waiting: count,
  }),
  /** The time of the latest learning activity in the course. */
  lastActivityAt: z.iso.datetime(),
  /** Null until the certificate is collected. */
  certifiedAt: z.nullable(z.iso.datetime()),
});
export type RosterStudent = z.infer<typeof rosterStudent>;

const rosterCourse = z.object({
  _id: z.uuid(),
  course_name: shownLine(),
  course_code: courseCode,
  /** True if the course was removed from the catalogue. */
  withdrawn: z.boolean(),
});
export type RosterCourse = z.infer<typeof rosterCourse>;

/** The maximum number of courses in {@link taughtCourseList}. */
const maxTaughtCourses = 10_000;
/** Query of GET /taughtCourses. With `limit` the answer is one page, with the header `Next-Cursor` if there is more. */
export const taughtCoursesQuery = z.object({
  limit: z._default(pageLimit(100), maxTaughtCourses),
  cursor: z.optional(opaqueCursor),
});
/** A course whose students the reader may see, with the number of students. */
export const taughtCourse = z.extend(rosterCourse, { students: count });
export type TaughtCourse = z.infer<typeof taughtCourse>;
/** Courses in the catalogue come first. */
export const taughtCourseList = z.array(taughtCourse);

/** A page of the roster. */
export const roster = z.object({
  course: rosterCourse,
  /** The number of students in the course. At most {@link maxRosterStudents} of them are listed. */
  enrolled: count,
  /** The number of students who match the query. */
  total: count,
  students: z.array(rosterStudent),
});
export type Roster = z.infer<typeof roster>;

const rosterAttempt = z.object({
  _id: z.uuid(),
  kind: quizKind,
  startedAt: z.iso.datetime(),
  status: z.enum(['running', 'finished']),
  late: z.boolean(),
  score: z.nullable(z.number()),
  outOf: z.int(),
  /** Whether it is a written attempt that has answers to mark, or was marked. */
  markable: z.boolean(),
  marked: z.boolean(),
});
export type RosterAttempt = z.infer<typeof rosterAttempt>;

/** The maximum number of quiz attempts in {@link studentInCourse}, newest first. */
export const maxRosterAttempts = 100;

/** One student in a course: when each module was completed (null: not yet), and the latest quiz attempts. */
export const studentInCourse = z.object({
  course: rosterCourse,
  student: rosterStudent,
  modules: z.array(z.nullable(z.iso.datetime())).check(z.length(modulesPerCourse)),
  attempts: z.array(rosterAttempt),
});
export type StudentInCourse = z.infer<typeof studentInCourse>;
