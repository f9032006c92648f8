import { certificateAnswer } from '#events/contract/certificates.ts';
import type { EnrolledCourse } from '#events/contract/enrolments.ts';
import { act } from '../api/act.ts';

/** Collects the certificate of a completed course; doing it again gives the first one. @throws ApiError */
export const collectCertificate = ({ _id, courseId }: Pick<EnrolledCourse, '_id' | 'courseId'>) =>
  act('POST', '/certificates', certificateAnswer, { body: { enrolmentId: _id, courseId } });
