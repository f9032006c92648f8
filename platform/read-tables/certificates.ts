/** What is known of a certificate as long as its person is with the school. */
type Issued = {
  withdrawn: false;
  user_id: string;
  course_id: string;
  student_name: string;
  /** Opens the commitment to the name; null where the event is older than commitments. */
  name_salt: string | null;
  course_name: string;
  course_code: string;
  instructor: string;
  issued_at: Date;
};
/** What is left when the person was removed. */
type Withdrawn = { [K in keyof Issued]: K extends 'withdrawn' ? true : null };

/** `read.certificates`: every certificate that was issued. Written by the projector alone. */
export type CertificatesTable = {
  /** The enrolment's. */
  id: string;
  number: string;
  withdrawn: boolean;
  user_id: string | null;
  course_id: string | null;
  student_name: string | null;
  name_salt: string | null;
  course_name: string | null;
  course_code: string | null;
  instructor: string | null;
  issued_at: Date | null;
  /** Where it was issued. */
  position: number;
};

/** A row as it can be: all of it, or nothing but the number. */
export type CertificateRow = Pick<CertificatesTable, 'id' | 'number' | 'position'> & (Issued | Withdrawn);
export type IssuedCertificateRow = Extract<CertificateRow, { withdrawn: false }>;

/** What a withdrawn certificate says. */
export const nothingSaid: Withdrawn = {
  withdrawn: true,
  user_id: null,
  course_id: null,
  student_name: null,
  name_salt: null,
  course_name: null,
  course_code: null,
  instructor: null,
  issued_at: null,
};
