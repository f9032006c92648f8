/**
 * Checks what the public page of a certificate shows against the proof that comes with it. Nothing is asked of
 * anybody: it runs in the visitor's browser, and in a terminal on what was saved from there.
 */
import { bytesOfCommitment } from '#events/seals/proof/commitment.ts';
import { fromHex, type ProofTrace, toHex, traceEventProof } from '#events/seals/proof/event-proof.ts';
import type { Hash } from '#events/seals/proof/merkle-path.ts';
import type { SignedHead } from '#events/seals/proof/signed-head.ts';
import type { ValidCertificate } from './certificates.ts';

export type CheckedCertificate = Omit<ValidCertificate, 'proof'> & {
  proof: NonNullable<ValidCertificate['proof']>;
};

export type CertificateCheck = {
  /** The sealed event is the issuing of this certificate, and says in clear what is shown: number, course, day. */
  says: boolean;
  /** The name shown is the one that the event commits to; null where it commits to none. */
  name: boolean | null;
  /** The event and its way to the root of the history fit together. */
  sealed: boolean;
  /** The hashes on that way; null where they do not even make a way. */
  trace: ProofTrace | null;
};

/** The clear part of the event's data as it is stored; empty for what is no object. */
const clearDataOf = (data: string): Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const says = ({ proof: { event }, ...shown }: CheckedCertificate, data: Record<string, unknown>): boolean =>
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
    return toHex(await hash(bytesOfCommitment(fromHex(shown.nameSalt), shown.studentName))) === committed;
  } catch {
    return false;
  }
};

/** @param hash SHA-256. Anything malformed fails its step and is never an exception. */
export const checkCertificate = async (hash: Hash, shown: CheckedCertificate): Promise<CertificateCheck> => {
  const data = clearDataOf(shown.proof.event.data);
  const trace = await traceEventProof(hash, shown.proof);
  return {
    says: says(shown, data),
    name: await commitsTo(hash, shown, data.nameCommitment),
    sealed: trace?.holds ?? false,
    trace,
  };
};

/** Whether the proof leads to the history that a signed head vouches for; its signature is another question. */
export const isUnderHead = (shown: Pick<CheckedCertificate, 'logId' | 'proof'>, head: SignedHead): boolean =>
  shown.logId.toLowerCase() === head.logId.toLowerCase() &&
  shown.proof.history.size === head.seals &&
  shown.proof.history.root === head.root.toLowerCase();
