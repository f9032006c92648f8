import { certificateAnswer } from '#contract/certificates.ts';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { actKind } from '../../client/outbox/kinds.ts';
import { doWhenPossible } from '../../client/outbox/own-outbox.ts';
import { fetchCertificatesAgain } from './certificates.ts';

export const collectKind = 'certificate';

const collecting = actKind({
  name: collectKind,
  answer: certificateAnswer,
  answered: () => void fetchCertificatesAgain(),
});

/** Collects the certificate of a completed course; doing it again gives the first one. @throws ApiError */
export const collectCertificate = ({
  _id,
  courseId,
  course_name,
}: Pick<EnrolledCourse, '_id' | 'courseId' | 'course_name'>) =>
  doWhenPossible(collecting, {
    about: _id,
    words: `Collect the certificate of ${course_name}`,
    method: 'POST',
    path: '/certificates',
    body: { enrolmentId: _id, courseId },
  });
