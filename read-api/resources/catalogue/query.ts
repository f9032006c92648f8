import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type CatalogueSort, type Course, maxSuggestedNames } from '#contract/schemas/courses.ts';
import { containsPattern } from '#platform/read-tables/courses.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { type CatalogueCourseRow, catalogueCourseColumns } from '../courses/present.ts';
import { searchCondition, searchScore } from '../courses/search.ts';

const addedPosition = z.number().int().nonnegative();
const numberCursor = z.tuple([z.number(), addedPosition]);
// PostgreSQL rejects text with a NUL character.
const nameCursor = z.tuple([z.string().refine((name) => !name.includes('\0')), addedPosition]);

/**
 * Returns the schema of the sort keys of the last row of a page: the sorted value, and the position at which the course was
 * added. The position breaks ties.
 */
export const catalogueCursor = (sort: CatalogueSort): typeof numberCursor | typeof nameCursor =>
  sort === 'name' ? nameCursor : numberCursor;
type CatalogueCursor = z.infer<ReturnType<typeof catalogueCursor>>;

/**
 * The conditions and the order of a list of courses. `foldedText` is the search text as `foldText` returns it; '' finds all.
 */
export type CatalogueListing = {
  foldedText: string;
  category?: Course['category'] | undefined;
  /**
   * Only courses of this user. With `alsoByName` or `instructorName`, also courses without an instructor account that show the name
   * of this user, or the given name.
   */
  instructorId?: string | undefined;
  alsoByName?: 'true' | undefined;
  instructorName?: string | undefined;
  sort: CatalogueSort;
};

type CatalogueRow = CatalogueCourseRow & { key: number | string };

/**
 * The start of the folded name. Names with the same first 60 characters are sorted in the order in which they were added.
 * `search_name` no longer contains accents. The expression still removes them, because it must be the same as the
 * expression of the index (migration 0266).
 */
const nameKey = String.raw`left(regexp_replace(normalize(search_name, NFD), '[\u0300-\u036f]', '', 'g'), 60)`;
/** The number at the start of the text ('7', '7 out of 10', '6,5'); texts that begin differently come last. */
const difficultyKey = String.raw`coalesce(replace(substring(difficulty from '^\s*([0-9]{1,15}(?:[.,][0-9]{1,15})?)'), ',', '.')::float8, -1)`;

type Order = { key: RawBuilder<number | string>; direction: 'asc' | 'desc' };

/**
 * The orders other than `match`. `newest` uses the index by `added_position`. Each of the others has an index on the same expression
 * (`0266-catalogue-orders.sql`).
 */
const orders: Record<Exclude<CatalogueSort, 'match'>, Order> = {
  name: { key: sql.raw<string>(nameKey), direction: 'asc' },
  difficulty: { key: sql.raw<number>(difficultyKey), direction: 'desc' },
  newest: { key: sql.raw<number>('added_position::float8'), direction: 'desc' },
  price: { key: sql.raw<number>('price'), direction: 'asc' },
};

/** The condition that a course has no instructor account and shows a name. */
const showsName = (name: RawBuilder<unknown>) =>
  sql<boolean>`(instructor_id is null and lower(btrim(instructor)) = lower(btrim(${name})))`;

const isTaughtBy = ({
  instructorId,
  alsoByName,
  instructorName,
}: CatalogueListing): RawBuilder<boolean> | null => {
  const conditions: RawBuilder<boolean>[] = [];
  if (instructorId !== undefined) conditions.push(sql<boolean>`instructor_id = ${instructorId}::uuid`);
  // Names of students are not public.
  if (instructorId !== undefined && alsoByName !== undefined)
    conditions.push(
      showsName(
        sql`(select users.name from users where users.id = ${instructorId}::uuid and user_type <> 'Student')`,
      ),
    );
  if (instructorName !== undefined) conditions.push(showsName(sql`${instructorName}::text`));
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
};

const selectListed = (tables: Kysely<ReadTables>, listing: CatalogueListing) => {
  const { foldedText, category } = listing;
  let listed = tables.selectFrom('courses').where('withdrawn', '=', false).where(searchCondition(foldedText));
  if (category !== undefined) listed = listed.where('category', '=', category);
  const isOfInstructor = isTaughtBy(listing);
  return isOfInstructor === null ? listed : listed.where(isOfInstructor);
};

/**
 * Selects the rows of {@link findListedCourses}. Exported so that a test can check its plan. The session needs `searchSettings`.
 * @param page `after` is null for the first page.
 */
export const selectCataloguePage = (
  tables: Kysely<ReadTables>,
  listing: CatalogueListing,
  page: { after: CatalogueCursor | null; limit: number },
) => {
  const { sort, foldedText } = listing;
  // Without a search all scores are equal, so the courses are in the order in which they were added.
  const isByScore = sort === 'match' && foldedText !== '';
  const key = sort === 'match' ? searchScore(foldedText) : orders[sort].key;
  const isDescending = sort === 'match' || orders[sort].direction === 'desc';
  let query = selectListed(tables, listing).select([
    ...catalogueCourseColumns,
    key.as('key'),
    sql<number>`added_position::float8`.as('added'),
  ]);
  if (page.after) {
    const [lastValue, lastAdded] = page.after;
    const lastKey = typeof lastValue === 'number' ? sql`${lastValue}::float8` : sql`${lastValue}::text`;
    // Courses with the same key are in the order in which they were added.
    const isAfterTie = sql<boolean>`added_position > ${lastAdded}::bigint`;
    if (sort === 'newest') query = query.where(sql<boolean>`added_position < ${lastAdded}::bigint`);
    else if (sort === 'match' && !isByScore) query = query.where(isAfterTie);
    else if (isDescending)
      // The first condition follows from the second, but only the first lets PostgreSQL begin in the middle of the index.
      query = query
        .where(sql<boolean>`${key} <= ${lastKey}`)
        .where(sql<boolean>`(${key} < ${lastKey} or ${isAfterTie})`);
    else query = query.where(sql<boolean>`(${key}, added_position) > (${lastKey}, ${lastAdded}::bigint)`);
  }
  if (sort === 'newest') return query.orderBy('added_position', 'desc').limit(page.limit);
  if (isByScore || sort !== 'match') query = query.orderBy(key, isDescending ? 'desc' : 'asc');
  return query.orderBy('added_position').limit(page.limit);
};

/** Finds a page of the courses of a listing. */
export const findListedCourses = (
  ...parameters: Parameters<typeof selectCataloguePage>
): Promise<CatalogueRow[]> => selectCataloguePage(...parameters).execute();

/** Counts the courses of a listing. `position` is the log position that the count reflects. Both are read at the same moment. */
export const countListedCourses = (
  tables: Kysely<ReadTables>,
  listing: CatalogueListing,
): Promise<{ total: number; position: number }> =>
  selectListed(tables, listing)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`coalesce((select position from checkpoints where model = 'courses'), 0)::float8`.as(
        'position',
      ),
    ])
    .executeTakeFirstOrThrow();

/** Shorter words are similar to almost every name. */
const minWordLength = 3;
const maxWords = 8;
/** Common words are similar to thousands of names. Only this many are compared. */
const maxComparedNames = 300;

/**
 * Finds names that are similar to one of the words of a search text, the most similar first. Meant for searches that find no course.
 * Each word is looked up in the index of names.
 */
export const suggestNames = async (tables: Kysely<ReadTables>, foldedText: string): Promise<string[]> => {
  const words = foldedText
    .split(/\s+/)
    .filter((word) => word.length >= minWordLength)
    .slice(0, maxWords);
  if (words.length === 0) return [];
  const isSimilar = words.map(
    (word) => sql<boolean>`(search_name like ${containsPattern(word)} or ${word} <% search_name)`,
  );
  const similarities = words.map((word) => sql`word_similarity(${word}, search_name)`);
  const similar = tables
    .selectFrom('courses')
    .where('withdrawn', '=', false)
    .where(sql<boolean>`(${sql.join(isSimilar, sql` or `)})`)
    .select(['name', 'search_name', 'added_position'])
    .limit(maxComparedNames)
    .as('similar');
  const rows = await tables
    .selectFrom(similar)
    .select('name')
    .groupBy('name')
    .orderBy(sql`max(greatest(${sql.join(similarities)}))`, 'desc')
    .orderBy(sql`min(added_position)`)
    .limit(maxSuggestedNames)
    .execute();
  return rows.map(({ name }) => name);
};
