import { useQuery } from '@tanstack/react-query';
import type { ValidCertificate } from '#contract/certificates.ts';
import {
  type CertificateCheck,
  type CheckedCertificate,
  checkCertificate,
} from '#contract/check-certificate.ts';
import { sha256 } from '../../domains/certificates/sha256.ts';

/** The certificate with its proof; null until it is sealed. */
export const withProof = (shown: ValidCertificate): CheckedCertificate | null =>
  shown.proof === null ? null : { ...shown, proof: shown.proof };

/** What this browser finds when it checks the proof itself; undefined while it computes or has nothing to check. */
export const useCheck = (shown: CheckedCertificate | null): CertificateCheck | undefined =>
  useQuery({
    queryKey: ['certificate-check', shown],
    queryFn: () =>
      shown ? checkCertificate(sha256, shown) : Promise.reject(new Error('There is no proof.')),
    enabled: shown !== null,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

/** `sealing`: there is no proof yet. `checking`: the browser computes. */
export type Verdict = 'sealing' | 'checking' | 'genuine' | 'wrong';

export const verdictOf = (shown: CheckedCertificate | null, check: CertificateCheck | undefined): Verdict => {
  if (shown === null) return 'sealing';
  if (check === undefined) return 'checking';
  return check.says && check.sealed && check.name !== false ? 'genuine' : 'wrong';
};
