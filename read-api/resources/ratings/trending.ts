import type { Kysely } from 'kysely';
import type { LiveTrending } from '#contract/live.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { presentRatedCourse } from './present.ts';
import { highestRatedAt } from './query.ts';

/** What GET /highRatedCourses answers, and the position that it is true at, for the live message. */
export const findTrending = async (tables: Kysely<ReadTables>): Promise<Omit<LiveTrending, 'logId'>> => {
  const { position, courses } = await highestRatedAt(tables);
  return { position, courses: courses.map(presentRatedCourse) };
};
