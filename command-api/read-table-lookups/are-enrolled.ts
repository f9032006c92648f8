import { sql } from 'kysely';
import type { LookupAtHead } from './lookup-at-head.ts';

/**
 * Returns whether all these users are students of a course now. While the read table is behind, a student who has just left may still count.
 * @throws `unavailable` if the read table is behind and does not show all of them as students.
 */
export type AreEnrolled = (courseId: string, userIds: readonly string[]) => Promise<boolean>;

export const createAreEnrolled =
  (lookup: LookupAtHead): AreEnrolled =>
  async (courseId, userIds) => {
    const studentCount = new Set(userIds).size;
    const found = await lookup(['enrolments'], async (database) => {
      const { students } = await database
        .selectFrom('read.enrolments')
        .select(sql<number>`count(*)::int`.as('students'))
        .where('course_id', '=', courseId)
        .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
        .where('has_left', '=', false)
        .executeTakeFirstOrThrow();
      // Without a row, the lookup throws while the table is behind, because a missing student may have just enrolled.
      return students === studentCount ? { students } : undefined;
    });
    return found !== null;
  };
