import type { LookupAtHead } from './lookup-at-head.ts';

/** @returns the id of the course, or null. @throws `unavailable` if the read table is behind. */
export type FindCourse = (course: { code: string; name: string }) => Promise<string | null>;

/**
 * Creates the look-up of a course by code and name. Prefers courses in the catalogue to removed ones, and of several the
 * oldest.
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
