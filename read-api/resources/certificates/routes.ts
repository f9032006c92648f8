import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { parseCertificateNumber } from '#contract/certificate-number.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Archive } from '#events/archive/archive.ts';
import type { LogReader } from '#events/log/log.ts';
import { proveEvent } from '#events/seals/prove.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { findOwnerIds } from '../../authorization/owner-ids.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { presentCertificate, presentVerification } from './present.ts';
import { findCertificateByNumber, findCertificatesOfUsers } from './query.ts';

/** GET /certificates/{email} */
export const listCertificates = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listCertificates, {
    models: ['certificates', 'users'],
    ownerEmail: ({ params }) => params.email,
    answer: async (request) => ({
      body: (await findCertificatesOfUsers(tables, await findOwnerIds(tables, request))).map(
        presentCertificate,
      ),
    }),
  });

type VerificationDependencies = {
  tables: Kysely<ReadTables>;
  /** The database of the read tables. The log and its seals are also read from it. */
  pool: Pick<Pool, 'query'>;
  archive: Archive | null;
  log: Pick<LogReader, 'logId'>;
};

/** Returns the last sealed position; 0 without seals. */
const sealedPosition = async (pool: VerificationDependencies['pool']): Promise<number> => {
  const { rows } = await pool.query<{ last: string | null }>(
    'select max(last_position) as last from log.seals',
  );
  return Number(rows[0]?.last ?? 0);
};

/**
 * Throws problem 'invalid-input' for a RangeError, which {@link proveEvent} throws if it cannot prove the event for the
 * requested number of seals. Throws any other error unchanged.
 */
const rethrowAsProblem = (error: unknown): never => {
  if (!(error instanceof RangeError)) throw error;
  throw problemError('invalid-input', 'There is no proof for this number of seals.', [
    { path: 'seals', message: error.message },
  ]);
};

/** GET /verify/{number} */
export const verifyCertificate = ({ tables, pool, archive, log }: VerificationDependencies) => {
  const findCertificate = async (text: string) => {
    const number = parseCertificateNumber(text);
    return number === null ? undefined : findCertificateByNumber(tables, number);
  };
  return defineQuery(endpoints.verifyCertificate, {
    models: ['certificates'],
    // An event may be sealed after it was projected, so the read model does not tell when a proof becomes available.
    etagExtra: async ({ params }) => {
      const row = await findCertificate(params.number);
      return row !== undefined && row.position <= (await sealedPosition(pool)) ? 'sealed' : 'not sealed';
    },
    answer: async ({ params, query }) => {
      const row = await findCertificate(params.number);
      if (!row)
        throw problemError(
          'not-found',
          'There is no certificate with this number. Compare it letter by letter.',
        );
      const proof = row.withdrawn
        ? null
        : await proveEvent({ database: pool, archive }, row.position, query.seals).catch(rethrowAsProblem);
      return { body: presentVerification(row, { logId: await log.logId(), proof }) };
    },
  });
};
