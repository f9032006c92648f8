import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted } from '#contract/policies.ts';
import type { AttendedView } from '#contract/schemas/presence.ts';
import type { Disclosure } from '#contract/schemas/readings.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { type FreshnessWaiter, headersForAdmission } from '../../freshness/freshness.ts';
import { type Audience, courseRoom, rosterRoom, type ViewRoom } from '../rooms.ts';

/** A view that an audience may attend. */
export type AdmittedView = {
  room: ViewRoom;
  /** The course whose number of learners the socket receives; null: none. */
  courseId: string | null;
  /** The course in which the user counts as a learner; null: none. */
  learningCourseId: string | null;
  /** The personal data of others that the view shows; null: none. The reading is recorded before the socket joins the room. */
  disclosure: Disclosure | null;
};

const disclosureOf = { dashboard: endpoints.readDashboard.disclosure, insight: null } as const;

type ViewAdmissionDependencies = { tables: Kysely<ReadTables>; waitUntilFresh: FreshnessWaiter };

/**
 * Checks whether an audience may attend a view:
 *
 * - a lesson: students who are enrolled in the course; they count as its learners. Admins and the teacher of the course may also
 *   attend it, but do not count.
 * - a roster: Admins and the course's teacher.
 * - the dashboard and the insight page: Admins.
 * @returns null if the audience may not attend the view.
 */
export const admitToView = async (
  { tables, waitUntilFresh }: ViewAdmissionDependencies,
  audience: Audience,
  view: AttendedView,
): Promise<AdmittedView | null> => {
  if (!audience?.userType) return null;
  const { id, userType } = audience;
  if (view.at === 'roster') return admitToRoster({ tables, waitUntilFresh }, audience, view.courseId);
  if (view.at !== 'course')
    return isPermitted(userType, `${view.at}.read`)
      ? { room: view.at, courseId: null, learningCourseId: null, disclosure: disclosureOf[view.at] }
      : null;
  await waitUntilFresh(['courses', 'enrolments'], headersForAdmission);
  const { courseId } = view;
  const course = { room: courseRoom(courseId), courseId, disclosure: null };
  if (isPermitted(userType, 'course.learn'))
    return (await isEnrolled(tables, id, courseId)) ? { ...course, learningCourseId: courseId } : null;
  const canSeeLearners = isPermitted(userType, 'course.edit') || (await isTeacherOf(tables, id, courseId));
  return canSeeLearners ? { ...course, learningCourseId: null } : null;
};

/** Notices of changes in a roster contain no personal data, so there is no disclosure. The GETs that Admins then send are recorded. */
const admitToRoster = async (
  { tables, waitUntilFresh }: ViewAdmissionDependencies,
  { id, userType }: NonNullable<Audience>,
  courseId: string,
): Promise<AdmittedView | null> => {
  if (!isPermitted(userType, 'course.readRoster')) return null;
  await waitUntilFresh(['courses'], headersForAdmission);
  const canReadRoster = isPermitted(userType, 'user.readOther') || (await isTeacherOf(tables, id, courseId));
  return canReadRoster
    ? { room: rosterRoom(courseId), courseId: null, learningCourseId: null, disclosure: null }
    : null;
};

const isEnrolled = async (tables: Kysely<ReadTables>, userId: string, courseId: string): Promise<boolean> =>
  (await tables
    .selectFrom('enrolments')
    .select('id')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('has_left', '=', false)
    .executeTakeFirst()) !== undefined;

const isTeacherOf = async (tables: Kysely<ReadTables>, userId: string, courseId: string): Promise<boolean> =>
  (await tables
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('instructor_id', '=', userId)
    .executeTakeFirst()) !== undefined;
