import { useQuery } from '@tanstack/react-query';
import {
  type CertificateCheck,
  type CheckedCertificate,
  checkCertificate,
} from '#contract/check-certificate.ts';
import type { ValidCertificate } from '#contract/schemas/certificates.ts';
import { sha256 } from './sha256.ts';

/** Returns the certificate with its proof; null until it is sealed. */
export const withProof = (shown: ValidCertificate): CheckedCertificate | null =>
  shown.proof === null ? null : { ...shown, proof: shown.proof };

/** Checks the proof in the browser; undefined while it runs or if there is no proof. */
export const useCertificateCheck = (shown: CheckedCertificate | null): CertificateCheck | undefined =>
  useQuery({
    queryKey: ['certificate-check', shown],
    queryFn: () =>
      shown ? checkCertificate(sha256, shown) : Promise.reject(new Error('There is no proof.')),
    enabled: shown !== null,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

/** `sealing`: there is no proof yet. `checking`: the check is running. */
export type Verdict = 'sealing' | 'checking' | 'genuine' | 'wrong';

export const determineVerdict = (
  shown: CheckedCertificate | null,
  check: CertificateCheck | undefined,
): Verdict => {
  if (shown === null) return 'sealing';
  if (check === undefined) return 'checking';
  return check.says && check.sealed && check.name !== false ? 'genuine' : 'wrong';
};
