import { byteOrderMark, formatCsvRow } from '#contract/csv.ts';
import {
  maxRosterStudents,
  type RosterAttempt,
  type RosterCourse,
  type RosterStudent,
} from '#contract/schemas/roster.ts';
import { maskEmail } from '../mask-email.ts';
import { isMarkable, presentQuiz, type QuizRow } from '../quizzes/present.ts';
import { lastActivityOf } from './filter-students.ts';
import type { RosterCourseRow, RosterRow } from './query.ts';

export const presentRosterCourse = ({ id, name, code, withdrawn }: RosterCourseRow): RosterCourse => ({
  ...{ _id: id, course_name: name, course_code: code, withdrawn },
});

/** Converts a row to JSON. @param canSeeEmail whether the reader may see e-mail addresses of others. */
export const presentStudent = (row: RosterRow, canSeeEmail: boolean): RosterStudent => ({
  _id: row.user_id,
  enrolmentId: row.enrolment_id,
  name: row.name,
  imageUrl: row.image_url,
  email: canSeeEmail ? row.email : maskEmail(row.email),
  enrolledAt: row.enrolled_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  completedModules: row.completed_modules,
  quizzes: { taken: row.taken, percent: row.percent, waiting: row.waiting },
  lastActivityAt: lastActivityOf(row).toISOString(),
  certifiedAt: row.certified_at?.toISOString() ?? null,
});

export const presentRosterAttempt = (row: QuizRow, now: Date): RosterAttempt => {
  const { _id, kind, startedAt, status, late, score, outOf, marked } = presentQuiz(row, now);
  return { _id, kind, startedAt, status, late, score, outOf, marked, markable: isMarkable(row) };
};

const csvHeader = [
  'Name',
  'Email',
  'Enrolled',
  'Started',
  'Modules completed',
  'Quizzes taken',
  'Mean quiz result in percent',
  'Quizzes awaiting marks',
  'Last activity',
  'Certificate collected',
];

/**
 * Returns the students as a CSV file. Texts that a spreadsheet would run as formulas are guarded by {@link formatCsvRow}. If the course
 * has more students than a roster lists, the last row says so.
 */
export const rosterCsv = (students: readonly RosterStudent[], enrolled: number): string =>
  [
    byteOrderMark + formatCsvRow(csvHeader),
    ...students.map(({ name, email, enrolledAt, startedAt, quizzes, ...student }) =>
      formatCsvRow([
        name,
        email,
        enrolledAt,
        startedAt ?? '',
        String(student.completedModules),
        String(quizzes.taken),
        quizzes.percent === null ? '' : quizzes.percent.toFixed(1),
        String(quizzes.waiting),
        student.lastActivityAt,
        student.certifiedAt ?? '',
      ]),
    ),
    ...(enrolled > maxRosterStudents ? [formatCsvRow([describeMissing(enrolled)])] : []),
  ].join('');

const describeMissing = (enrolled: number): string => {
  const [listed, all] = [maxRosterStudents, enrolled].map((count) => count.toLocaleString('en'));
  return `Only the ${listed} students who enrolled last are listed, of ${all}. Students who enrolled earlier are missing.`;
};
