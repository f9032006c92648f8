import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { findPendingAction, pendingActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { showActionFailure, showOfflineNotice } from '../../client/outbox/outbox-toasts.ts';
import { collectCertificate, collectCertificateKind } from './certificate-actions.ts';
import { refetchCertificates } from './certificate-live.ts';
import { useCertificates } from './certificate-queries.ts';

const createCollectKey = (enrolmentId: string) => ['collect-certificate', enrolmentId];

/**
 * Returns the query for the user's certificates, and `certificate`, the one for this enrolment: undefined if the certificates are not
 * loaded, or if the student has not collected it. `isCollecting` is true while the request to collect it is running or waits in the outbox.
 */
export const useCertificate = ({ _id }: Pick<EnrolledCourse, '_id'>) => {
  const query = useCertificates();
  const isQueued =
    findPendingAction(useAtomValue(pendingActionsAtom), collectCertificateKind, _id) !== undefined;
  const isCollecting = useIsMutating({ mutationKey: createCollectKey(_id) }) > 0 || isQueued;
  return {
    query,
    certificate: query.data?.find((certificate) => certificate._id === _id),
    isCollecting,
  };
};

/** Returns the certificate of a completed course, and `collect`, which collects it. */
export const useCollectCertificate = (
  enrolment: Pick<EnrolledCourse, '_id' | 'courseId' | 'course_name'>,
) => {
  const { certificate, isCollecting } = useCertificate(enrolment);
  const { mutate } = useMutation({
    mutationKey: createCollectKey(enrolment._id),
    mutationFn: () => collectCertificate(enrolment),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    // The mutation ends when the list contains the certificate, so the spinner stays until the certificate can be shown.
    onSuccess: refetchCertificates,
  });
  return {
    certificate,
    isCollecting,
    collect: () => {
      if (certificate === undefined && !isCollecting) mutate();
    },
  };
};
