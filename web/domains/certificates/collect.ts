import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { isDropped } from '../../client/outbox/news.ts';
import { unansweredAtom, unansweredOf } from '../../client/outbox/waiting.ts';
import { collectCertificate, collectKind } from './acts.ts';
import { fetchCertificatesAgain, useCertificates } from './certificates.ts';

const keyOf = (enrolmentId: string) => ['collect-certificate', enrolmentId];

/**
 * The certificate of a course that the student is in: collected or not, being collected or not, wherever the button was
 * pressed.
 */
export const useCertificateOf = ({ _id }: Pick<EnrolledCourse, '_id'>) => {
  const { data, error, isFetching, refetch } = useCertificates();
  const kept = unansweredOf(useAtomValue(unansweredAtom), collectKind, _id) !== undefined;
  const collecting = useIsMutating({ mutationKey: keyOf(_id) }) > 0 || kept;
  return { certificate: data?.find((one) => one._id === _id), data, error, isFetching, refetch, collecting };
};

/**
 * Collects the certificate of a completed course. Pressed again, in another tab too, it gives the first one.
 * @param on.wait called when it begins. @param on.refused with a sentence for the person.
 */
export const useCollect = (
  enrolment: Pick<EnrolledCourse, '_id' | 'courseId' | 'course_name'>,
  on: { begun: () => void; refused: (sentence: string) => void },
) => {
  const { certificate, collecting } = useCertificateOf(enrolment);
  const { mutate } = useMutation({
    mutationKey: keyOf(enrolment._id),
    mutationFn: () => collectCertificate(enrolment),
    onMutate: on.begun,
    onError: (error) => {
      if (!isDropped(error)) on.refused(error.message);
    },
    // Until the list has it: so the certificate is there when the waiting ends.
    onSuccess: fetchCertificatesAgain,
  });
  return {
    collected: certificate !== undefined,
    collecting,
    collect: () => {
      if (certificate === undefined && !collecting) mutate();
    },
  };
};
