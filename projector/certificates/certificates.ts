import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import {
  type CertificateRow,
  type CertificatesTable,
  nothingSaid,
} from '#platform/read-tables/certificates.ts';
import type { Recorded } from '../projection/fold-rows.ts';
import type { ProjectedTable, Projection } from '../projection/projection.ts';
import type { Tables } from '../projection/tables.ts';

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
  ...{ name: 'certificates', key: 'id', owner: 'user_id' },
  columns: Object.keys(columns),
};

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

const withdrawThoseOf = async (tables: Tables, persons: readonly string[]) => {
  const rows = await tables.deleteOf<CertificatesTable>(table, 'user_id', persons);
  await tables.upsert(
    table,
    rows.map((row) => ({ ...row, ...nothingSaid })),
  );
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
  async apply(page, tables) {
    const issued = page.filter(isIssued).map(certificateRow);
    const known = await tables.read(
      table,
      issued.map(({ id }) => id),
    );
    // A page may come again: what was withdrawn meanwhile stays so.
    await tables.upsert(
      table,
      issued.filter(({ id }) => !known.has(id)),
    );
    const removed = page.filter(({ type }) => type === 'UserRemoved').map(({ stream }) => streamId(stream));
    await withdrawThoseOf(tables, removed);
  },
};
