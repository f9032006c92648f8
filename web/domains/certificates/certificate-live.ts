import type { LiveMessage } from '#contract/live-messages.ts';
import type { Certificate } from '#contract/schemas/certificates.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const certificatesKey = ['certificates'] as const;

export const refetchCertificates = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: certificatesKey });

/** Applies one live update to the user's certificates, newest first. Issued certificates never change. */
export const mergeIntoCertificates = (
  list: readonly Certificate[],
  update: LiveMessage,
): readonly Certificate[] => {
  if (update.kind !== 'certificate-issued') return list;
  return [update.data, ...list.filter(({ _id }) => _id !== update.data._id)].sort(
    (a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt),
  );
};

export const registerCertificateLiveHandlers = (live: LiveEvents): void => {
  live.updates.on((update) => {
    queryClient.setQueriesData<readonly Certificate[]>(
      { queryKey: certificatesKey },
      (list) => list && mergeIntoCertificates(list, update),
    );
  });
};
