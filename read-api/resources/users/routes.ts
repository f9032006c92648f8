import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Authorization } from '../../authorization/authorize.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { presentUser, type UserRow } from './present.ts';
import { findAllUsers, findUserByEmail, findUserById } from './query.ts';

const models = ['users'] as const;

/**
 * Finds the record of the user with an address. Readers get their own record by user id, so that they never see the record
 * of a former owner of the address.
 */
const findUser = (
  tables: Kysely<ReadTables>,
  email: string,
  { reader, grant }: Authorization,
): Promise<UserRow | undefined> =>
  grant.basis === 'self' && reader !== null
    ? findUserById(tables, reader.userId)
    : findUserByEmail(tables, email);

/** GET /userType?email= */
export const readUserType = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.readUserType, {
    models,
    ownerEmail: ({ query }) => query.email,
    answer: async (request) => {
      const row = await findUser(tables, request.query.email, request);
      return { body: row ? [presentUser(row)] : [] };
    },
  });

/** GET /users */
export const listUsers = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listUsers, {
    models,
    answer: async () => ({ body: (await findAllUsers(tables)).map(presentUser) }),
  });

/** GET /users/{email} */
export const readUser = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.readUser, {
    models,
    ownerEmail: ({ params }) => params.email,
    answer: async (request) => {
      const row = await findUser(tables, request.params.email, request);
      return { body: row ? presentUser(row) : null };
    },
  });
