import { type Kysely, type RawBuilder, sql } from 'kysely';
import { searchWords } from '#contract/fold-text.ts';
import type { DirectoryOrder, DirectorySort, UserType } from '#contract/schemas/users.ts';
import { containsPattern } from '#platform/read-tables/courses.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { type UserRow, userColumns } from '../users/present.ts';

/** The conditions for the users of the list. `search` contains words that must all occur in the name or the e-mail. */
export type DirectoryFilter = {
  search: string;
  userTypes?: readonly UserType[] | undefined;
  hasRoleRequest?: 'true' | undefined;
  id?: string | undefined;
};
export type DirectoryView = { sort: DirectorySort; order: DirectoryOrder; offset: number; limit: number };

const selectListed = (tables: Kysely<ReadTables>, filter: DirectoryFilter) => {
  const { search, userTypes, hasRoleRequest, id } = filter;
  let listed = tables.selectFrom('users');
  if (userTypes !== undefined) listed = listed.where('user_type', 'in', userTypes);
  if (hasRoleRequest !== undefined) listed = listed.where('wished_type', 'is not', null);
  if (id !== undefined) listed = listed.where('id', '=', id);
  for (const word of searchWords(search))
    listed = listed.where(sql<boolean>`search_text like ${containsPattern(word)}`);
  return listed;
};

const sortKeys: Record<DirectorySort, RawBuilder<unknown>> = {
  registered: sql`registered_position`,
  // The column starts with the folded name, so its order is the order by name.
  name: sql`search_text`,
  email: sql`email`,
};

/** Finds a page of users. Users with equal keys are sorted by registration. */
export const findListedUsers = (
  tables: Kysely<ReadTables>,
  filter: DirectoryFilter,
  { sort, order, offset, limit }: DirectoryView,
): Promise<UserRow[]> =>
  selectListed(tables, filter)
    .select(userColumns)
    .orderBy(sortKeys[sort], order === 'ascending' ? 'asc' : 'desc')
    .orderBy('registered_position')
    .limit(limit)
    .offset(offset)
    .execute();

export const countListedUsers = async (
  tables: Kysely<ReadTables>,
  filter: DirectoryFilter,
): Promise<number> => {
  const { total } = await selectListed(tables, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
};
