import { useQuery } from '@tanstack/react-query';
import {
  type CertificateCheck,
  type CheckedCertificate,
  checkCertificate,
} from '#contract/check-certificate.ts';
import type { ValidCertificate } from '#contract/schemas/certificates.ts';
import type { Hash } from '#events/seals/proof/merkle-path.ts';

/**
 * Returns a function that computes SHA-256. It uses the browser's Web Crypto, or a library where the browser offers none: on pages that were
 * loaded over http, except from localhost.
 * @throws Error if the library cannot be loaded.
 */
const loadSha256 = async (): Promise<Hash> => {
  if (globalThis.crypto?.subtle)
    return async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const library = await import('@noble/hashes/sha2.js');
  return async (bytes) => library.sha256(bytes);
};

/** Returns the certificate with its proof; null until it is sealed. */
export const withProof = (certificate: ValidCertificate): CheckedCertificate | null =>
  certificate.proof === null ? null : { ...certificate, proof: certificate.proof };

/**
 * Checks the proof in the browser. Returns undefined while the check runs or if there is no proof, and `failed` if the check cannot
 * run, because the library for it could not be loaded.
 */
export const useCertificateCheck = (
  certificate: CheckedCertificate | null,
): CertificateCheck | 'failed' | undefined => {
  const { data, isError } = useQuery({
    queryKey: ['certificate-check', certificate],
    queryFn: async () => {
      if (!certificate) throw new Error('There is no proof.');
      // Loads the library before the check, because a failure to load it within the check would make the proof look invalid.
      return checkCertificate(await loadSha256(), certificate);
    },
    enabled: certificate !== null,
    meta: { isForBrowser: true },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? 'failed' : data;
};

/** `sealing`: there is no proof yet. `checking`: the check is running. `unchecked`: the check cannot run. */
export type Verdict = 'sealing' | 'checking' | 'unchecked' | 'genuine' | 'wrong';

export const determineVerdict = (
  certificate: CheckedCertificate | null,
  check: CertificateCheck | 'failed' | undefined,
): Verdict => {
  if (certificate === null) return 'sealing';
  if (check === undefined) return 'checking';
  if (check === 'failed') return 'unchecked';
  return check.matchesEvent && check.isSealed && check.matchesCommitment !== false ? 'genuine' : 'wrong';
};
