import type { Certificate, Verification } from '#contract/certificates.ts';
import type { CourseCode } from '#contract/courses.ts';
import type { EventProof } from '#events/seals/proof/event-proof.ts';
import type { CertificateRow, IssuedCertificateRow } from '#platform/read-tables/certificates.ts';

/** A certificate with its owner's e-mail as it is now. */
export type OwnCertificateRow = IssuedCertificateRow & { email: string };

/** What is printed on it. */
const printed = (row: IssuedCertificateRow) => ({
  number: row.number,
  studentName: row.student_name,
  courseName: row.course_name,
  courseCode: row.course_code as CourseCode,
  instructor: row.instructor,
  issuedAt: row.issued_at.toISOString(),
});

/** The only way from a row to JSON: answers and live messages are the same. */
export const presentCertificate = (row: OwnCertificateRow): Certificate => ({
  _id: row.id,
  ...printed(row),
  courseId: row.course_id,
  userEmail: row.email,
});

/** What anybody may know of it. */
export const presentVerification = (
  row: CertificateRow,
  sealed: { logId: string; proof: EventProof | null },
): Verification =>
  row.withdrawn
    ? { status: 'withdrawn', number: row.number }
    : { status: 'valid', ...printed(row), nameSalt: row.name_salt, ...sealed };
