import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { ownersAsked } from '../../authorization/whose.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { presentCertificate } from './present.ts';
import { certificatesOf } from './query.ts';

/** GET /certificates/{email} */
export const listCertificates = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listCertificates, {
    models: ['certificates', 'users'],
    whose: ({ params }) => params.email,
    answer: async (asked) => ({
      body: (await certificatesOf(tables, await ownersAsked(tables, asked))).map(presentCertificate),
    }),
  });
