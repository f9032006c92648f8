import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import {
  type Certificate,
  certificateList,
  type Verification,
  verification,
} from '#contract/schemas/certificates.ts';
import { get, getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { userAtom } from '../../client/session/session.ts';
import { certificatesKey, mergeIntoCertificates } from './certificate-live.ts';

/** Queries the signed-in user's certificates, newest first. Users keep them when their role changes. */
export const useCertificates = () => {
  const email = useAtomValue(userAtom)?.email ?? '';
  return useQuery({
    queryKey: [...certificatesKey, email],
    queryFn: ({ signal }) =>
      fetchAndCatchUp<readonly Certificate[]>(
        () => getWithPosition(`/certificates/${encodeURIComponent(email)}`, certificateList, { signal }),
        mergeIntoCertificates,
      ),
    enabled: email !== '',
  });
};

/**
 * A new certificate is sealed a moment after its event, so the client asks for the proof repeatedly. After the first answers it asks less
 * often, because the signer may be down for longer. TanStack Query pauses the requests while the tab is hidden.
 */
const frequentPolls = 20;
const pollIntervalMs = 1_500;
const slowPollIntervalMs = 30_000;

const isAwaitingSeal = (answer: Verification | undefined) =>
  answer?.status === 'valid' && answer.proof === null;

/**
 * Returns the time until the client asks for the proof again; false if it does not wait for a proof.
 * @param answers the number of answers until now.
 */
export const getPollIntervalMs = (answer: Verification | undefined, answers: number): number | false => {
  if (!isAwaitingSeal(answer)) return false;
  return answers < frequentPolls ? pollIntervalMs : slowPollIntervalMs;
};

export const useVerification = (number: string) =>
  useQuery({
    queryKey: ['verification', number],
    queryFn: ({ signal }) => get(`/verify/${encodeURIComponent(number)}`, verification, { signal }),
    // The certificate may have been withdrawn since it was fetched.
    staleTime: 0,
    refetchInterval: ({ state }) => getPollIntervalMs(state.data, state.dataUpdateCount),
  });
