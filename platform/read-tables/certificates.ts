import type { CourseCode } from '#contract/schemas/courses.ts';

/** The fields of a certificate whose owner was not removed. */
type IssuedFields = {
  withdrawn: false;
  user_id: string;
  course_id: string;
  student_name: string;
  /** With it a client can check the name against the commitment in the event; null for events written before commitments existed. */
  name_salt: string | null;
  course_name: string;
  course_code: CourseCode;
  instructor: string;
  issued_at: Date;
};
/** The fields after the owner was removed. */
type WithdrawnFields = { [K in keyof IssuedFields]: K extends 'withdrawn' ? true : null };

/** `read.certificates`: issued certificates, including withdrawn ones. */
export type CertificatesTable = {
  /** The enrolment's id. */
  id: string;
  number: string;
  withdrawn: boolean;
  user_id: string | null;
  course_id: string | null;
  student_name: string | null;
  name_salt: string | null;
  course_name: string | null;
  course_code: CourseCode | null;
  instructor: string | null;
  issued_at: Date | null;
  /** The position at which it was issued. */
  position: number;
};

/** An issued certificate has all fields, except perhaps `name_salt`. A withdrawn one has only its id, number and position. */
export type CertificateRow = Pick<CertificatesTable, 'id' | 'number' | 'position'> &
  (IssuedFields | WithdrawnFields);
export type IssuedCertificateRow = Extract<CertificateRow, { withdrawn: false }>;

/** The field values of a withdrawn certificate. */
export const withdrawnFields: WithdrawnFields = {
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
