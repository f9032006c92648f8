import { sql } from 'kysely';
import type { ReadDatabase } from './read-database.ts';

/** Code and current name of courses, by id: `CSE How Computers Count`. */
export type CourseNames = ReadonlyMap<string, string>;

export const readCourseNames = async (
  database: ReadDatabase,
  courseIds: readonly string[],
): Promise<CourseNames> => {
  const courses = await database
    .selectFrom('read.courses')
    .select(['id', 'code', 'name'])
    .where('id', '=', sql<string>`any(${courseIds}::uuid[])`)
    .execute();
  return new Map(courses.map(({ id, code, name }) => [id, `${code} ${name}`]));
};
