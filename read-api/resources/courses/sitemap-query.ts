import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { SitemapCourse } from '../../client-files/serve-sitemap.ts';

/**
 * Returns the positions at which the pages of the sitemap begin: those at which the first course of each page was
 * added. Positions do not change, so a page keeps its address when courses are added.
 * @param pageSize the number of courses in a page.
 */
export const findSitemapPageStarts = async (
  tables: Kysely<ReadTables>,
  pageSize: number,
): Promise<number[]> => {
  const numbered = tables
    .selectFrom('courses')
    .select([
      sql<number>`added_position::float8`.as('added'),
      sql<number>`row_number() over (order by added_position) - 1`.as('index'),
    ])
    .where('withdrawn', '=', false);
  const rows = await tables
    .selectFrom(numbered.as('numbered'))
    .select('added')
    .where(sql<boolean>`index % ${pageSize}::int = 0`)
    .orderBy('added')
    .execute();
  return rows.map(({ added }) => added);
};

/**
 * Returns at most `limit` courses of the catalogue that were added at `from` or later, in the order in which they
 * were added.
 */
export const findSitemapCourses = (
  tables: Kysely<ReadTables>,
  { from, limit }: { from: number; limit: number },
): Promise<SitemapCourse[]> =>
  tables
    .selectFrom('courses')
    .select(['id', 'updated_at as updatedAt'])
    .where('withdrawn', '=', false)
    .where('added_position', '>=', from)
    .orderBy('added_position')
    .limit(limit)
    .execute();
