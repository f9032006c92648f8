import { type Kysely, sql } from 'kysely';
import type { CertificateRow } from '#platform/read-tables/certificates.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { OwnCertificateRow } from './present.ts';

/** Selects certificates with their owners. Withdrawn certificates have no owner, so they are left out. */
const selectCertificates = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('certificates')
    .innerJoin('users', 'users.id', 'certificates.user_id')
    .selectAll('certificates')
    .select('users.email');

/** Finds the certificates of users, newest first. */
export const findCertificatesOfUsers = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
): Promise<OwnCertificateRow[]> =>
  selectCertificates(tables)
    .where('certificates.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('certificates.position', 'desc')
    .$castTo<OwnCertificateRow>()
    .execute();

/** Finds the certificates with these ids, in no particular order. */
export const findCertificatesByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<OwnCertificateRow[]> =>
  selectCertificates(tables)
    .where('certificates.id', '=', sql<string>`any(${ids}::uuid[])`)
    .$castTo<OwnCertificateRow>()
    .execute();

/** Finds the certificate with this number, even if it is withdrawn. */
export const findCertificateByNumber = async (
  tables: Kysely<ReadTables>,
  number: string,
): Promise<CertificateRow | undefined> => {
  const row = await tables
    .selectFrom('certificates')
    .selectAll()
    .where('number', '=', number)
    .$castTo<CertificateRow>()
    .executeTakeFirst();
  // PostgreSQL sends a bigint as text.
  return row && { ...row, position: Number(row.position) };
};
