import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { queryOf } from '../answering/answer.ts';
import { ownersAsked } from '../reader/whose.ts';
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
