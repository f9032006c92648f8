import { sql, type Transaction } from 'kysely';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import {
  type CertificateRow,
  type CertificatesTable,
  nothingSaid,
} from '#platform/read-tables/certificates.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Recorded } from '../projection/fold-rows.ts';
import type { ProjectedTable, Projection } from '../projection/projection.ts';
import { readRows, upsertRows } from '../projection/write-rows.ts';

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
const table: ProjectedTable = { name: 'certificates', key: 'id', columns: Object.keys(columns) };

/** The row of a certificate; of a person whose key is gone there is nothing to say but the number. */
export const certificateRow = ({
  stream,
  position,
  recordedAt,
  data,
}: Recorded<'CertificateIssued'>): CertificateRow => {
  const kept = { id: streamId(stream), number: data.number, position };
  if (data.studentName === null) return { ...kept, ...nothingSaid };
  return {
    ...kept,
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

const withdrawThoseOf = async (transaction: Transaction<ReadTables>, persons: readonly string[]) => {
  if (persons.length === 0) return;
  await transaction
    .updateTable('certificates')
    .set(nothingSaid)
    .where('user_id', '=', sql<string>`any(${persons}::uuid[])`)
    .execute();
};

const isIssued = (event: RecordedEvent): event is Recorded<'CertificateIssued'> =>
  event.type === 'CertificateIssued';

/**
 * Read model `certificates`. It is no record like others, whose rows leave with their person: the number must go on
 * answering that the certificate was withdrawn. So nothing is erased here; the row is emptied, and keeps the position
 * of its own event: the same as a rebuild makes of it, which cannot read the name any more.
 */
export const certificates: Projection = {
  model: 'certificates',
  tables: [table],
  eventTypes: new Set(['CertificateIssued', 'UserRemoved']),
  erasing: new Set(),
  async apply(page, transaction) {
    const issued = page.filter(isIssued).map(certificateRow);
    const known =
      issued.length > 0
        ? await readRows(
            transaction,
            table,
            issued.map(({ id }) => id),
          )
        : new Map();
    // A page may come again: what was withdrawn meanwhile stays so.
    await upsertRows(
      transaction,
      table,
      issued.filter(({ id }) => !known.has(id)),
    );
    const removed = page.filter(({ type }) => type === 'UserRemoved').map(({ stream }) => streamId(stream));
    await withdrawThoseOf(transaction, removed);
  },
};
