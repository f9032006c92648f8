import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { type Asked, queryOf } from '../../query-handler/answer.ts';
import { presentUser, type UserRow } from './present.ts';
import { allUsers, userById, usersByEmail } from './query.ts';

const models = ['users'] as const;

/** One's own record by who one is, so that nobody reads another's that once had the same e-mail; an Admin's reading by e-mail. */
const rowsFor = async (
  tables: Kysely<ReadTables>,
  email: string,
  { reader, admission }: Pick<Asked<never>, 'reader' | 'admission'>,
): Promise<UserRow[]> => {
  if (admission.as !== 'self' || reader === null) return usersByEmail(tables, email);
  const own = await userById(tables, reader.userId);
  return own ? [own] : [];
};

/** GET /userType?email= */
export const readUserType = (tables: Kysely<ReadTables>) =>
  queryOf(calls.readUserType, {
    models,
    whose: ({ query }) => query.email,
    answer: async (asked) => ({
      body: (await rowsFor(tables, asked.query.email, asked)).map(presentUser),
    }),
  });

/** GET /users */
export const listUsers = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listUsers, {
    models,
    answer: async () => ({ body: (await allUsers(tables)).map(presentUser) }),
  });

/** GET /users/{email} */
export const readUser = (tables: Kysely<ReadTables>) =>
  queryOf(calls.readUser, {
    models,
    whose: ({ params }) => params.email,
    answer: async (asked) => {
      const [row] = await rowsFor(tables, asked.params.email, asked);
      return { body: row ? presentUser(row) : null };
    },
  });
