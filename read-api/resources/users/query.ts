import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { type UserRow, userColumns } from './present.ts';

/** Everybody who is registered, in the order in which they came. */
export const allUsers = (tables: Kysely<ReadTables>): Promise<UserRow[]> =>
  tables.selectFrom('users').select(userColumns).orderBy('registered_position').execute();

/** Who is registered with the e-mail (in lower case), the latest first: rarely more than one, as an e-mail may wander. */
export const usersByEmail = (tables: Kysely<ReadTables>, email: string): Promise<UserRow[]> =>
  tables
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', email)
    .orderBy('registered_position', 'desc')
    .limit(10)
    .execute();

export const userById = (tables: Kysely<ReadTables>, id: string): Promise<UserRow | undefined> =>
  tables.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();

/** Those of the users who have one of the ids, in no order. */
export const usersByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<UserRow[]> =>
  tables.selectFrom('users').select(userColumns).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
