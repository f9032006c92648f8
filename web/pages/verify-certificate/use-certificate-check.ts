import { useQuery } from '@tanstack/react-query';
import {
  type CertificateCheck,
  type CheckedCertificate,
  checkCertificate,
} from '#contract/check-certificate.ts';
import type { ValidCertificate } from '#contract/schemas/certificates.ts';
import type { Hash } from '#events/seals/proof/merkle-path.ts';

/** SHA-256 with the browser's Web Crypto. Pages without https have no Web Crypto and use a library instead. */
const sha256: Hash = async (bytes) => {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const library = await import('@noble/hashes/sha2.js');
  return library.sha256(bytes);
};

/** Returns the certificate with its proof; null until it is sealed. */
export const withProof = (certificate: ValidCertificate): CheckedCertificate | null =>
  certificate.proof === null ? null : { ...certificate, proof: certificate.proof };

/** Checks the proof in the browser; undefined while it runs or if there is no proof. */
export const useCertificateCheck = (certificate: CheckedCertificate | null): CertificateCheck | undefined =>
  useQuery({
    queryKey: ['certificate-check', certificate],
    queryFn: () =>
      certificate ? checkCertificate(sha256, certificate) : Promise.reject(new Error('There is no proof.')),
    enabled: certificate !== null,
    meta: { isForBrowser: true },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

/** `sealing`: there is no proof yet. `checking`: the check is running. */
export type Verdict = 'sealing' | 'checking' | 'genuine' | 'wrong';

export const determineVerdict = (
  certificate: CheckedCertificate | null,
  check: CertificateCheck | undefined,
): Verdict => {
  if (certificate === null) return 'sealing';
  if (check === undefined) return 'checking';
  return check.matchesEvent && check.isSealed && check.matchesCommitment !== false ? 'genuine' : 'wrong';
};
