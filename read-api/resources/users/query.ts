import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { type UserRow, userColumns } from './present.ts';

/** Returns all users, in the order of registration. */
export const findAllUsers = (tables: Kysely<ReadTables>): Promise<UserRow[]> =>
  tables.selectFrom('users').select(userColumns).orderBy('registered_position').execute();

/**
 * Finds the user with an e-mail address. If two users share an address, which an earlier release allowed, finds the one
 * who registered first.
 * @param email in lower case.
 */
export const findUserByEmail = (tables: Kysely<ReadTables>, email: string): Promise<UserRow | undefined> =>
  tables
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', email)
    .orderBy('registered_position')
    .limit(1)
    .executeTakeFirst();

export const findUserById = (tables: Kysely<ReadTables>, id: string): Promise<UserRow | undefined> =>
  tables.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();

/** Finds the users with these ids, in no particular order. */
export const findUsersByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<UserRow[]> =>
  tables.selectFrom('users').select(userColumns).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute();
