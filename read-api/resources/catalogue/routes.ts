import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { foldText } from '#contract/fold-text.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../query-handler/cursor.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { presentCatalogueCourse } from '../courses/present.ts';
import {
  type CatalogueListing,
  catalogueCursor,
  countListedCourses,
  findListedCourses,
  suggestNames,
} from './query.ts';

/** A cursor contains a digest of the listing, because the search text itself may be too long for a cursor. */
const digestListing = (listing: CatalogueListing) => {
  const { foldedText, category, sort, instructorId, instructorName, alsoByName } = listing;
  const parts = [foldedText, category ?? '', sort, instructorId ?? '', instructorName ?? null];
  return createHash('sha256')
    .update(JSON.stringify(alsoByName === undefined ? parts : [...parts, alsoByName]))
    .digest('base64url')
    .slice(0, 8);
};

/** GET /catalogue */
export const readCatalogue = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.readCatalogue, {
    models: ['courses'],
    // The name of the instructor is read from this model.
    extraModels: ({ query }) => (query.alsoByName === undefined ? [] : ['users']),
    answer: async ({ query }) => {
      const { search, limit, cursor, ...filter } = query;
      const foldedText = foldText(search);
      // PostgreSQL rejects text with a NUL character.
      if (foldedText.includes('\0') || filter.instructorName?.includes('\0'))
        return { body: { total: 0, position: 0, courses: [], suggestions: [] } };
      const listing = { foldedText, ...filter };
      const listId = [digestListing(listing)];
      const after = cursor === undefined ? null : decodeCursor(cursor, listId, catalogueCursor(filter.sort));
      const [count, found] = await Promise.all([
        countListedCourses(tables, listing),
        findListedCourses(tables, listing, { after, limit: limit + 1 }),
      ]);
      const { rows, headers } = cutPage(found, limit, ({ key, added }) => encodeCursor(listId, [key, added]));
      const hasFoundNothing = count.total === 0 && foldedText !== '';
      const suggestions = hasFoundNothing ? await suggestNames(tables, foldedText) : [];
      return { body: { ...count, courses: rows.map(presentCatalogueCourse), suggestions }, headers };
    },
  });
