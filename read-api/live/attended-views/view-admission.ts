import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted } from '#contract/policies.ts';
import type { AttendedView } from '#contract/schemas/presence.ts';
import type { Disclosure } from '#contract/schemas/readings.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { FreshnessWaiter } from '../../freshness/freshness.ts';
import { type Audience, courseRoom, rosterRoom, type ViewRoom } from '../rooms.ts';

/**
 * A view that an audience may attend. `courseId` is the course whose number of learners it receives, and
 * `learningCourseId` the course in which the user counts as a learner.
 */
export type AdmittedView = {
  room: ViewRoom;
  courseId: string | null;
  learningCourseId: string | null;
  /** The personal data of others in the view, whose reading is recorded first; null: none. */
  disclosure: Disclosure | null;
};

const disclosureOf = { dashboard: endpoints.readDashboard.disclosure, insight: null } as const;

type ViewAdmissionDependencies = { tables: Kysely<ReadTables>; waitUntilFresh: FreshnessWaiter };

/**
 * Checks whether an audience may attend a view. Students who are enrolled in a course count as its learners. Admins and
 * the course's instructor only receive their number, and notices of changes in the roster. The dashboard and the insight page are for Admins.
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
  await waitUntilFresh(['courses', 'enrolments'], { position: undefined, logId: undefined });
  const { courseId } = view;
  const course = { room: courseRoom(courseId), courseId, disclosure: null };
  if (isPermitted(userType, 'course.learn'))
    return (await isEnrolled(tables, id, courseId)) ? { ...course, learningCourseId: courseId } : null;
  const isTeacher = isPermitted(userType, 'course.edit') || (await isInstructorOf(tables, id, courseId));
  return isTeacher ? { ...course, learningCourseId: null } : null;
};

/** The notices that a roster receives name nobody. The GETs that follow them are recorded. */
const admitToRoster = async (
  { tables, waitUntilFresh }: ViewAdmissionDependencies,
  { id, userType }: NonNullable<Audience>,
  courseId: string,
): Promise<AdmittedView | null> => {
  if (!isPermitted(userType, 'course.readRoster')) return null;
  await waitUntilFresh(['courses'], { position: undefined, logId: undefined });
  const mayRead = isPermitted(userType, 'user.readOther') || (await isInstructorOf(tables, id, courseId));
  return mayRead
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

const isInstructorOf = async (
  tables: Kysely<ReadTables>,
  userId: string,
  courseId: string,
): Promise<boolean> =>
  (await tables
    .selectFrom('courses')
    .select('id')
    .where('id', '=', courseId)
    .where('instructor_id', '=', userId)
    .executeTakeFirst()) !== undefined;
