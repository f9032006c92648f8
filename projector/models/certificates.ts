import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import {
  type CertificateRow,
  type CertificatesTable,
  withdrawnFields,
} from '#platform/read-tables/certificates.ts';
import type { Recorded } from '../projection/fold-rows.ts';
import type { ProjectedTable, Projection, ProjectionTables } from '../projection/projection.ts';

const columns: Record<keyof CertificatesTable, true> = {
  id: true,
  number: true,
  withdrawn: true,
  user_id: true,
  course_id: true,
  student_name: true,
  name_salt: true,
  course_name: true,
  course_code: true,
  instructor: true,
  issued_at: true,
  position: true,
};
const table: ProjectedTable = {
  name: 'certificates',
  key: 'id',
  ownerColumn: 'user_id',
  columns: Object.keys(columns),
};

/** Returns the row of a certificate. If the student's key is destroyed, the row contains only its id, number and position. */
const toCertificateRow = ({
  stream,
  position,
  recordedAt,
  data,
}: Recorded<'CertificateIssued'>): CertificateRow => {
  const identifiers = { id: streamId(stream), number: data.number, position };
  if (data.studentName === null) return { ...identifiers, ...withdrawnFields };
  return {
    ...identifiers,
    withdrawn: false,
    user_id: data.userId,
    course_id: data.courseId,
    student_name: data.studentName,
    name_salt: data.nameSalt,
    course_name: data.courseName,
    course_code: data.courseCode,
    instructor: data.instructor,
    issued_at: recordedAt,
  };
};

const withdrawCertificatesOf = async (tables: ProjectionTables, userIds: readonly string[]) => {
  const rows = await tables.deleteByOwner<CertificatesTable>(table, 'user_id', userIds);
  await tables.upsert(
    table,
    rows.map((row) => ({ ...row, ...withdrawnFields })),
  );
};

const isIssued = (event: RecordedEvent): event is Recorded<'CertificateIssued'> =>
  event.type === 'CertificateIssued';

/**
 * Read model `certificates`. When a student is removed, the rows of their certificates stay, so that a lookup of the number can answer that
 * the certificate was withdrawn. Such a row keeps only the id and the number of the certificate, and the position of its event. A rebuild,
 * which cannot decrypt the name any more, creates the same row.
 */
export const certificates: Projection = {
  model: 'certificates',
  tables: [table],
  eventTypes: new Set(['CertificateIssued', 'UserRemoved']),
  erasingEventTypes: new Set(),
  async apply(page, tables) {
    const issued = page.filter(isIssued).map(toCertificateRow);
    const existing = await tables.read(
      table,
      issued.map(({ id }) => id),
    );
    // When a page is applied again, certificates that were withdrawn in the meantime must stay withdrawn.
    await tables.upsert(
      table,
      issued.filter(({ id }) => !existing.has(id)),
    );
    const removedUserIds = page
      .filter(({ type }) => type === 'UserRemoved')
      .map(({ stream }) => streamId(stream));
    await withdrawCertificatesOf(tables, removedUserIds);
  },
};
