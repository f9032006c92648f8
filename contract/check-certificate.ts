/**
 * Checks the fields of a certificate against the proof that comes with it, offline: in the visitor's browser, and in a terminal
 * on a saved proof.
 */
import { commitmentBytes } from '#events/seals/proof/commitment.ts';
import { fromHex, type ProofTrace, toHex, traceEventProof } from '#events/seals/proof/event-proof.ts';
import type { Hash } from '#events/seals/proof/merkle-path.ts';
import type { SignedHead } from '#events/seals/proof/signed-head.ts';
import type { ValidCertificate } from './schemas/certificates.ts';

export type CheckedCertificate = Omit<ValidCertificate, 'proof'> & {
  proof: NonNullable<ValidCertificate['proof']>;
};

export type CertificateCheck = {
  /** The sealed event issued this certificate, and its clear-text fields (number, course, day) match. */
  says: boolean;
  /** The name matches the event's commitment; null if the event has none. */
  name: boolean | null;
  /** The Merkle path leads from the event to the root of the history. */
  sealed: boolean;
  /** The hashes on that path; null if the path is malformed. */
  trace: ProofTrace | null;
};

/** The clear-text part of the stored event data; empty if it is not an object. */
const clearDataOf = (data: string): Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const matchesEvent = (
  { proof: { event }, ...shown }: CheckedCertificate,
  data: Record<string, unknown>,
): boolean =>
  event.type === 'CertificateIssued' &&
  (['number', 'courseName', 'courseCode', 'instructor'] as const).every(
    (field) => data[field] === shown[field],
  ) &&
  Math.floor(event.recordedAt / 1000) === Date.parse(shown.issuedAt);

const commitsTo = async (
  hash: Hash,
  shown: CheckedCertificate,
  committed: unknown,
): Promise<boolean | null> => {
  if (typeof committed !== 'string') return null;
  if (shown.nameSalt === null) return false;
  try {
    return toHex(await hash(commitmentBytes(fromHex(shown.nameSalt), shown.studentName))) === committed;
  } catch {
    return false;
  }
};

/**
 * Checks a certificate. Malformed input fails its check and never throws.
 * @param hash SHA-256.
 */
export const checkCertificate = async (hash: Hash, shown: CheckedCertificate): Promise<CertificateCheck> => {
  const data = clearDataOf(shown.proof.event.data);
  const trace = await traceEventProof(hash, shown.proof);
  return {
    says: matchesEvent(shown, data),
    name: await commitsTo(hash, shown, data.nameCommitment),
    sealed: trace?.holds ?? false,
    trace,
  };
};

/** Returns whether the proof leads to the history of a signed head. Does not check the head's signature. */
export const isUnderHead = (shown: Pick<CheckedCertificate, 'logId' | 'proof'>, head: SignedHead): boolean =>
  shown.logId.toLowerCase() === head.logId.toLowerCase() &&
  shown.proof.history.size === head.seals &&
  shown.proof.history.root === head.root.toLowerCase();
