import type { CourseCode } from '#contract/schemas/courses.ts';
import type { LookupAtHead } from './lookup-at-head.ts';

/** Returns the id of the course, or null. @throws `unavailable` if the read table is behind and does not contain the course. */
export type FindCourse = (course: { code: CourseCode; name: string }) => Promise<string | null>;

/**
 * Creates a function that finds a course by code and name. It prefers a course in the catalogue to a removed one, and an
 * older course to a newer one.
 */
export const createFindCourse =
  (lookup: LookupAtHead): FindCourse =>
  async ({ code, name }) => {
    const course = await lookup(['courses'], (database) =>
      database
        .selectFrom('read.courses')
        .select('id')
        .where('code', '=', code)
        .where('name', '=', name)
        .orderBy('withdrawn')
        .orderBy('added_position')
        .limit(1)
        .executeTakeFirst(),
    );
    return course?.id ?? null;
  };
