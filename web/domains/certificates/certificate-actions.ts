import { certificateAnswer } from '#contract/schemas/certificates.ts';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { defineActionKind } from '../../client/outbox/action-kinds.ts';
import { enqueueAction } from '../../client/outbox/enqueue-action.ts';
import { refetchCertificates } from './certificate-live.ts';

export const collectCertificateKind = 'certificate';

const collectAction = defineActionKind({
  name: collectCertificateKind,
  answerSchema: certificateAnswer,
  onAnswered: () => void refetchCertificates(),
});

export const certificateActionKinds = [collectAction];

/** Collects the certificate for a completed course. Collecting it again returns the same certificate. @throws ApiError */
export const collectCertificate = ({
  _id,
  courseId,
  course_name,
}: Pick<EnrolledCourse, '_id' | 'courseId' | 'course_name'>) =>
  enqueueAction(collectAction, {
    about: _id,
    words: `Collect the certificate for ${course_name}`,
    method: 'POST',
    path: '/certificates',
    body: { enrolmentId: _id, courseId },
  });
