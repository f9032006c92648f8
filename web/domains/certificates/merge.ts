import type { Certificate } from '#contract/certificates.ts';
import type { LiveMessage } from '#contract/live.ts';

/** One's own certificates, the newest first, after one live message. What is printed on them never changes. */
export const mergeIntoCertificates = (
  list: readonly Certificate[],
  message: LiveMessage,
): readonly Certificate[] => {
  if (message.kind !== 'certificate-issued') return list;
  return [message.data, ...list.filter(({ _id }) => _id !== message.data._id)].sort(
    (a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt),
  );
};
