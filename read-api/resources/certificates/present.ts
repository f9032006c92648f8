import type { Certificate, Verification } from '#contract/schemas/certificates.ts';
import type { EventProof } from '#events/seals/proof/event-proof.ts';
import type { CertificateRow, IssuedCertificateRow } from '#platform/read-tables/certificates.ts';

/** A certificate with the current e-mail of its owner. */
export type OwnCertificateRow = IssuedCertificateRow & { email: string };

/** The fields that are printed on the certificate. */
const presentPrinted = (row: IssuedCertificateRow) => ({
  number: row.number,
  studentName: row.student_name,
  courseName: row.course_name,
  courseCode: row.course_code,
  instructor: row.instructor,
  issuedAt: row.issued_at.toISOString(),
});

/** Converts a row to JSON, for GET answers and live updates alike. */
export const presentCertificate = (row: OwnCertificateRow): Certificate => ({
  _id: row.id,
  ...presentPrinted(row),
  courseId: row.course_id,
  userEmail: row.email,
});

/**
 * Converts a certificate for its public verification.
 * @param sealed.proof proves that the certificate is part of the sealed log; null until it is sealed.
 */
export const presentVerification = (
  row: CertificateRow,
  sealed: { logId: string; proof: EventProof | null },
): Verification =>
  row.withdrawn
    ? { status: 'withdrawn', number: row.number }
    : { status: 'valid', ...presentPrinted(row), nameSalt: row.name_salt, ...sealed };
