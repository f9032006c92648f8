import { parseCertificateNumber } from '#contract/certificate-number.ts';
import type { DescribePage } from '../../client-files/page-description.ts';
import type { QueryHandlerDependencies } from '../../query-handler/query-handler.ts';
import { findCertificateByNumber } from './query.ts';

const pagePath = /^\/verify\/([A-Za-z0-9-]{1,60})$/;

type DescriberDependencies = Pick<
  QueryHandlerDependencies,
  'tables' | 'waitUntilFresh' | 'requireSameServer'
>;

/**
 * Creates a function that describes the public page of a certificate for previews. The description does not name the
 * student, because other sites keep previews even after the student's account was removed. While the read model may be behind the
 * log, no certificate has a description, because the certificate may have been withdrawn.
 * The function throws problem 'unavailable' if the row may come from a different replica than the checkpoints.
 */
export const createCertificateDescriber =
  ({ tables, waitUntilFresh, requireSameServer }: DescriberDependencies): DescribePage =>
  async (path) => {
    const number = parseCertificateNumber(pagePath.exec(path)?.[1] ?? '');
    if (number === null) return null;
    const freshness = await waitUntilFresh(['certificates'], { position: undefined, logId: undefined });
    if (freshness.isStale) return null;
    const row = await findCertificateByNumber(tables, number);
    requireSameServer(freshness.checkpoints);
    if (!row || row.withdrawn) return null;
    return {
      title: `Certificate: ${row.course_name}`,
      description: `Certificate ${row.number} of Lyceum, issued on ${row.issued_at.toISOString().slice(0, 10)}. Open the page to check that it is genuine.`,
    };
  };
