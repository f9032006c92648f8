import type { z } from 'zod';
import { type CheckedCertificate, checkCertificate, leadsToSignedHead } from '#contract/check-certificate.ts';
import { verification } from '#contract/schemas/certificates.ts';
import { eventProof } from '#contract/schemas/event-proof.ts';
import { sha256 } from './merkle.ts';
import { checkEventProof } from './proof/event-proof.ts';
import type { SignedHead } from './proof/signed-head.ts';

/** The result of one check of a saved proof. `isValid` is null if the event does not contain what the check needs. */
type CheckResult = { isValid: boolean | null; sentence: string };

const describeResult = (
  isValid: boolean | null,
  sentences: { yes: string; no: string; unknown?: string },
): CheckResult => {
  if (isValid === null) return { isValid, sentence: `unknown: ${sentences.unknown}` };
  return { isValid, sentence: isValid ? `yes: ${sentences.yes}` : `NO: ${sentences.no}` };
};

const checkHead = (
  proof: z.infer<typeof eventProof>,
  logId: string | null,
  head: SignedHead | null,
): CheckResult => {
  const { size, root } = proof.history;
  if (head === null)
    return {
      isValid: true,
      sentence: `The root of ${size} seals is ${root}. Compare it with a signed head.`,
    };
  return describeResult(leadsToSignedHead({ logId: logId ?? head.logId, proof }, head), {
    yes: `the signed head of ${head.seals} seals confirms it`,
    no: `the signed head covers ${head.seals} seals with the root ${head.root}; fetch the proof with ?seals=${head.seals}`,
  });
};

const checkEvent = async (saved: unknown, head: SignedHead | null): Promise<CheckResult[]> => {
  const { data: proof } = eventProof.safeParse(saved);
  if (!proof) throw new Error('This file is neither the proof of an event nor the proof of a certificate.');
  const { type, position } = proof.event;
  return [
    describeResult(await checkEventProof(sha256, proof), {
      yes: `the ${type} at position ${position} is in the sealed log`,
      no: 'the event does not lead to the root of the proof',
    }),
    checkHead(proof, null, head),
  ];
};

const checkCertificateProof = async (
  certificate: CheckedCertificate,
  head: SignedHead | null,
): Promise<CheckResult[]> => {
  const { matchesEvent, matchesCommitment, isSealed } = await checkCertificate(sha256, certificate);
  return [
    describeResult(matchesEvent, {
      yes: `the event issued ${certificate.number} for ${certificate.courseName}`,
      no: 'the event does not match the certificate',
    }),
    describeResult(matchesCommitment, {
      yes: `it commits to the name ${certificate.studentName}`,
      no: 'it commits to a different name',
      unknown: 'the event was recorded before there were commitments to names',
    }),
    describeResult(isSealed, {
      yes: `it is in the sealed log, at position ${certificate.proof.event.position}`,
      no: 'it does not lead to the root of the proof',
    }),
    checkHead(certificate.proof, certificate.logId, head),
  ];
};

/**
 * Checks the saved proof of an event or of a certificate without a database or network.
 * @param saved the parsed JSON file.
 * @param head a signed head whose signature the caller has checked; null: the proof is not compared with a signed head.
 * @returns one sentence per check, and whether none of the checks failed.
 * @throws if the file is neither kind of proof.
 */
export const checkSavedProof = async (
  saved: unknown,
  head: SignedHead | null,
): Promise<{ isValid: boolean; sentences: string[] }> => {
  const { data: certificate } = verification.safeParse(saved);
  const results =
    certificate?.status === 'valid' && certificate.proof !== null
      ? await checkCertificateProof({ ...certificate, proof: certificate.proof }, head)
      : await checkEvent(saved, head);
  return {
    isValid: results.every(({ isValid }) => isValid !== false),
    sentences: results.map(({ sentence }) => sentence),
  };
};
