import type { Kysely } from 'kysely';
import { parseCertificateNumber } from '#contract/certificate-number.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { DescribePage } from '../../client-files/page-description.ts';
import { findCertificateByNumber } from './query.ts';

const pagePath = /^\/verify\/([A-Za-z0-9-]{1,60})$/;

/**
 * Creates a function that describes the public page of a certificate for previews. The description does not name the
 * student, because other sites keep previews even after the student's account was removed.
 */
export const createCertificateDescriber =
  (tables: Kysely<ReadTables>): DescribePage =>
  async (path) => {
    const number = parseCertificateNumber(pagePath.exec(path)?.[1] ?? '');
    const row = number === null ? undefined : await findCertificateByNumber(tables, number);
    if (!row || row.withdrawn) return null;
    return {
      title: `Certificate: ${row.course_name}`,
      description: `Certificate ${row.number} of Lyceum, issued on ${row.issued_at.toISOString().slice(0, 10)}. Open the page to check that it is genuine.`,
    };
  };
