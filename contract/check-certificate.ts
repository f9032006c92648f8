/**
 * Checks the fields of a certificate against the proof that comes with it, without the server: in the visitor's
 * browser, or in a terminal with a saved proof.
 */
import { encodeCommitment } from '#events/seals/proof/commitment.ts';
import { computeProofHashes, fromHex, type ProofHashes, toHex } from '#events/seals/proof/event-proof.ts';
import type { Hash } from '#events/seals/proof/merkle-path.ts';
import type { SignedHead } from '#events/seals/proof/signed-head.ts';
import type { ValidCertificate } from './schemas/certificates.ts';

export type CheckedCertificate = Omit<ValidCertificate, 'proof'> & {
  proof: NonNullable<ValidCertificate['proof']>;
};

export type CertificateCheck = {
  /** The event of the proof issued this certificate: its type, its unencrypted fields (number, course, instructor) and its time match. */
  matchesEvent: boolean;
  /** The name matches the event's commitment; null if the event has none. */
  matchesCommitment: boolean | null;
  /** The Merkle path leads from the event to the root of the seal tree. */
  isSealed: boolean;
  /** The hashes on that path; null if the proof is malformed. */
  hashes: ProofHashes | null;
};

/** Returns the unencrypted fields of the stored event data; no fields if it is not a JSON object. */
const parseUnencryptedFields = (data: string): Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/**
 * Returns whether the event of the proof issued this certificate. `issuedAt` has milliseconds, `recordedAt` has microseconds.
 * @param data the unencrypted fields of the event.
 */
const isIssuedByEvent = (
  { proof: { event }, ...printed }: CheckedCertificate,
  data: Record<string, unknown>,
): boolean =>
  event.type === 'CertificateIssued' &&
  (['number', 'courseName', 'courseCode', 'instructor'] as const).every(
    (field) => data[field] === printed[field],
  ) &&
  Math.floor(event.recordedAt / 1000) === Date.parse(printed.issuedAt);

/**
 * Returns whether the event commits to the name on the certificate; null if the event has no commitment.
 * @param committed the `nameCommitment` in the event's data.
 */
const matchesNameCommitment = async (
  hash: Hash,
  certificate: CheckedCertificate,
  committed: unknown,
): Promise<boolean | null> => {
  if (typeof committed !== 'string') return null;
  if (certificate.nameSalt === null) return false;
  try {
    return (
      toHex(await hash(encodeCommitment(fromHex(certificate.nameSalt), certificate.studentName))) ===
      committed
    );
  } catch {
    return false;
  }
};

/**
 * Checks a certificate. Malformed input fails a check instead of throwing an error.
 * @param hash SHA-256.
 */
export const checkCertificate = async (
  hash: Hash,
  certificate: CheckedCertificate,
): Promise<CertificateCheck> => {
  const data = parseUnencryptedFields(certificate.proof.event.data);
  const hashes = await computeProofHashes(hash, certificate.proof);
  return {
    matchesEvent: isIssuedByEvent(certificate, data),
    matchesCommitment: await matchesNameCommitment(hash, certificate, data.nameCommitment),
    isSealed: hashes?.isValid ?? false,
    hashes,
  };
};

/** Returns whether the proof leads to the seal tree that a signed head states: same log, size and root. Does not check the signature of the head. */
export const leadsToSignedHead = (
  certificate: Pick<CheckedCertificate, 'logId' | 'proof'>,
  head: SignedHead,
): boolean =>
  certificate.logId.toLowerCase() === head.logId.toLowerCase() &&
  certificate.proof.history.size === head.seals &&
  certificate.proof.history.root === head.root.toLowerCase();
