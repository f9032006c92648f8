import { withoutDirectionCharacters } from '#contract/fields/text.ts';
import type { Certificate } from '#contract/schemas/certificates.ts';

/** The content of a certificate, which is the same for its owner and for everybody else. */
export type CertificateContent = Pick<
  Certificate,
  'number' | 'studentName' | 'courseName' | 'instructor' | 'issuedAt'
>;

/**
 * Returns the content as it is shown, without direction characters. A name that was stored before such characters
 * were refused could otherwise read backwards. The proof of the certificate covers the name as it is stored.
 */
export const toPrintedContent = ({ number, issuedAt, ...names }: CertificateContent): CertificateContent => ({
  number,
  issuedAt,
  studentName: withoutDirectionCharacters(names.studentName),
  courseName: withoutDirectionCharacters(names.courseName),
  instructor: withoutDirectionCharacters(names.instructor),
});
