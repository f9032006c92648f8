import type { Kysely } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Authorization } from './authorize.ts';

/**
 * Returns the ids of the users whose data an endpoint with access 'self' returns. Readers get their own data by user
 * id, not by e-mail, so they never see data of a former owner of the address. An Admin asks by e-mail and gets the id of at
 * most one user. If two people registered with the same address in an earlier release, this is the user who registered first.
 */
export const findOwnerIds = async (
  tables: Kysely<ReadTables>,
  { reader, grant }: Authorization,
): Promise<string[]> => {
  if (grant.basis === 'self' && reader) return [reader.userId];
  if (grant.basis !== 'admin') return [];
  const owner = await tables
    .selectFrom('users')
    .select('id')
    .where('email', '=', grant.ownerEmail)
    .orderBy('registered_position')
    .limit(1)
    .executeTakeFirst();
  return owner ? [owner.id] : [];
};
