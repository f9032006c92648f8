import type { LookUp } from '../look-up/as-of-head.ts';

export type FindCourse = (course: { code: string; name: string }) => Promise<string | null>;

/**
 * Finds a course by code and name. One of the catalogue goes before one that was removed, the one that was added first
 * before others of the same name.
 * @returns `findCourse`, which gives the course's id or null. @throws `unavailable`.
 */
export const openCourseFinder =
  (lookUp: LookUp): FindCourse =>
  async ({ code, name }) => {
    const row = await lookUp<{ id: string }>(
      ['courses'],
      `select id from read.courses where code = $1 and name = $2
       order by withdrawn, added_position limit 1`,
      [code, name],
    );
    return row?.id ?? null;
  };
