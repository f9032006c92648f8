import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { calls } from '#contract/calls.ts';
import { readCertificateNumber } from '#contract/certificate-number.ts';
import type { LogReader } from '#events/log/log.ts';
import { proveEvent } from '#events/seals/prove.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { presentVerification } from './present.ts';
import { certificateByNumber } from './query.ts';

export type VerifyServices = {
  tables: Kysely<ReadTables>;
  /** Where the tables are: log and seals are read as they stand there. */
  pool: Pick<Pool, 'query'>;
  log: Pick<LogReader, 'logId'>;
};

/** Up to which position the log is sealed there; 0 when nothing is. */
const sealedUpTo = async (pool: VerifyServices['pool']): Promise<number> => {
  const { rows } = await pool.query<{ last: string | null }>(
    'select max(last_position) as last from log.seals',
  );
  return Number(rows[0]?.last ?? 0);
};

const unknownNumber = () =>
  problemError('not-found', 'There is no certificate with this number. Compare it letter by letter.');

const beforeTheEvent = (error: unknown): never => {
  if (!(error instanceof RangeError)) throw error;
  throw problemError('invalid-input', 'The proof cannot lead to that many seals.', [
    { path: 'seals', message: error.message },
  ]);
};

/** GET /verify/{number} */
export const verifyCertificate = ({ tables, pool, log }: VerifyServices) =>
  queryOf(calls.verifyCertificate, {
    models: ['certificates'],
    // Seals come after the tables have the event: an answer without a proof must not be held for the one with it.
    besides: async ({ params }) => {
      const number = readCertificateNumber(params.number);
      const row = number === null ? undefined : await certificateByNumber(tables, number);
      return row !== undefined && row.position <= (await sealedUpTo(pool)) ? 'sealed' : 'not sealed';
    },
    answer: async ({ params, query }) => {
      const number = readCertificateNumber(params.number);
      const row = number === null ? undefined : await certificateByNumber(tables, number);
      if (!row) throw unknownNumber();
      const proof = row.withdrawn
        ? null
        : await proveEvent(pool, row.position, query.seals).catch(beforeTheEvent);
      return { body: presentVerification(row, { logId: await log.logId(), proof }) };
    },
  });
