import type { Kysely } from 'kysely';
import { may } from '#contract/policies.ts';
import type { LivePlace } from '#contract/presence.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Freshness } from '../../freshness/freshness.ts';
import { type Audience, courseRoom, type PlaceRoom } from '../rooms.ts';

/** Where a socket stands for what it shows. `learns`: the course in which the person counts as a learner, if any. */
export type PlaceTaken = { room: PlaceRoom; courseId: string | null; learns: string | null };

export type AdmissionServices = { tables: Kysely<ReadTables>; freshness: Freshness };

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

/**
 * Whether somebody may be told of a place, as of now. Those who are enrolled in a course count among those who learn it;
 * Admins and its instructor are told how many these are. The dashboard and the insight page are for Admins.
 * @returns null for who may not.
 */
export const admitToPlace = async (
  { tables, freshness }: AdmissionServices,
  audience: Audience,
  place: LivePlace,
): Promise<PlaceTaken | null> => {
  if (!audience?.userType) return null;
  const { id, userType } = audience;
  if (place.at !== 'course')
    return may(userType, `${place.at}.read`) ? { room: place.at, courseId: null, learns: null } : null;
  await freshness(['courses', 'enrolments'], { position: undefined, logId: undefined });
  const { courseId } = place;
  const course = { room: courseRoom(courseId), courseId };
  if (may(userType, 'course.learn'))
    return (await isEnrolled(tables, id, courseId)) ? { ...course, learns: courseId } : null;
  const isTeacher = may(userType, 'course.edit') || (await isInstructorOf(tables, id, courseId));
  return isTeacher ? { ...course, learns: null } : null;
};
