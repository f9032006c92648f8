import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type Certificate, certificateList } from '#contract/certificates.ts';
import { getAt } from '../../client/api/get.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { queryClient } from '../../client/query-client.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { mergeIntoCertificates } from './merge.ts';

const key = ['certificates'] as const;

listenLive((message) => {
  queryClient.setQueriesData<readonly Certificate[]>(
    { queryKey: key },
    (list) => list && mergeIntoCertificates(list, message),
  );
});

const certificatesQuery = (email: string) =>
  queryOptions({
    queryKey: [...key, email],
    queryFn: ({ signal }): Promise<readonly Certificate[]> =>
      withMissed<readonly Certificate[]>(
        () => getAt(`/certificates/${encodeURIComponent(email)}`, certificateList, { signal }),
        mergeIntoCertificates,
      ),
  });

/** One's own certificates, the newest first; whoever has collected some keeps them, whatever their role is now. */
export const useCertificates = () => {
  const session = useAtomValue(sessionAtom);
  const email = session.status === 'signed-in' && session.user !== null ? session.user.email : null;
  return useQuery({ ...certificatesQuery(email ?? ''), enabled: email !== null });
};

export const fetchCertificatesAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });
