import { hash } from 'node:crypto';
import type { z } from 'zod';
import { verification } from '#contract/schemas/certificates.ts';
import { checkCertificate, isUnderHead } from '#contract/check-certificate.ts';
import { eventProof } from '#contract/schemas/event-proof.ts';
import { checkEventProof } from './proof/event-proof.ts';
import type { SignedHead } from './proof/signed-head.ts';

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');

/** What was found of a saved proof, in sentences; `holds` when every one of them is good. */
export type SavedCheck = { holds: boolean; found: string[] };

const sentence = (good: boolean | null, yes: string, no: string, unknown = '') =>
  good === null ? unknown : good ? `yes: ${yes}` : `NO: ${no}`;

const underHead = (proof: z.infer<typeof eventProof>, logId: string | null, head: SignedHead | null) => {
  if (head === null)
    return {
      good: true,
      said: `The root of ${proof.history.size} seals is ${proof.history.root}. Compare it with a signed head.`,
    };
  const good = isUnderHead({ logId: logId ?? head.logId, proof }, head);
  const said = sentence(
    good,
    `the signed head of ${head.seals} seals vouches for it`,
    `the signed head is about ${head.seals} seals with the root ${head.root}; fetch the proof with ?seals=${head.seals}`,
  );
  return { good, said };
};

/**
 * Checks, without any database or network, what was saved: the page of a certificate, or the proof of an event.
 * @param head a signed head, whose signature was checked already.
 * @throws for what is neither.
 */
export const checkSavedProof = async (saved: unknown, head: SignedHead | null): Promise<SavedCheck> => {
  const certificate = verification.safeParse(saved);
  if (!certificate.success || certificate.data.status !== 'valid' || certificate.data.proof === null) {
    const { data: proof } = eventProof.safeParse(saved);
    if (!proof) throw new Error('This file is neither the proof of an event nor that of a certificate.');
    const sealed = await checkEventProof(sha256, proof);
    const vouched = underHead(proof, null, head);
    const said = sentence(
      sealed,
      `the ${proof.event.type} at position ${proof.event.position} is in the sealed log`,
      'this event does not lead to that root',
    );
    return { holds: sealed && vouched.good, found: [said, vouched.said] };
  }
  const shown = { ...certificate.data, proof: certificate.data.proof };
  const { says, name, sealed } = await checkCertificate(sha256, shown);
  const vouched = underHead(shown.proof, shown.logId, head);
  return {
    holds: says && name !== false && sealed && vouched.good,
    found: [
      sentence(
        says,
        `the event is the issuing of ${shown.number} for ${shown.courseName}`,
        'the event says something else',
      ),
      sentence(
        name,
        `it commits to the name ${shown.studentName}`,
        'it commits to another name',
        'unknown: the event is older than commitments to names',
      ),
      sentence(
        sealed,
        `it is in the sealed log, at position ${shown.proof.event.position}`,
        'it does not lead to that root',
      ),
      vouched.said,
    ],
  };
};
