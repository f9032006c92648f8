import { type Kysely, sql } from 'kysely';
import type { CertificateRow } from '#platform/read-tables/certificates.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { OwnCertificateRow } from './present.ts';

/** With their owners: those that were withdrawn have none. */
const certificates = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('certificates')
    .innerJoin('users', 'users.id', 'certificates.user_id')
    .selectAll('certificates')
    .select('users.email');

/** The certificates of these persons, the newest first. */
export const certificatesOf = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
): Promise<OwnCertificateRow[]> =>
  certificates(tables)
    .where('certificates.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('certificates.position', 'desc')
    .$castTo<OwnCertificateRow>()
    .execute();

/** Those of the certificates that have one of the ids, in no order. */
export const certificatesByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<OwnCertificateRow[]> =>
  certificates(tables)
    .where('certificates.id', '=', sql<string>`any(${ids}::uuid[])`)
    .$castTo<OwnCertificateRow>()
    .execute();

/** The certificate with this number, whatever became of it. */
export const certificateByNumber = async (
  tables: Kysely<ReadTables>,
  number: string,
): Promise<CertificateRow | undefined> => {
  const row = await tables
    .selectFrom('certificates')
    .selectAll()
    .where('number', '=', number)
    .$castTo<CertificateRow>()
    .executeTakeFirst();
  // A bigint comes as text here.
  return row && { ...row, position: Number(row.position) };
};
