import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Verification, verification } from '#contract/certificates.ts';
import { get } from '../../client/api/get.ts';

/** A seal comes a moment after the event; it is asked for this often, and no longer. */
const looks = 20;
const betweenLooksMs = 1_500;

const awaitsSeal = (found: Verification | undefined) => found?.status === 'valid' && found.proof === null;

const verificationQuery = (number: string) =>
  queryOptions({
    queryKey: ['verification', number],
    queryFn: ({ signal }): Promise<Verification> =>
      get(`/verify/${encodeURIComponent(number)}`, verification, { signal }),
    // What is said of a certificate may have been withdrawn since it was shown last.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      awaitsSeal(state.data) && state.dataUpdateCount < looks ? betweenLooksMs : false,
  });

/** What anybody may know of the certificate with this number; asked again until its seal is there, for half a minute. */
export const useVerification = (number: string) => useQuery(verificationQuery(number));
