import { z } from 'zod/mini';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());

/**
 * One stored event with its Merkle path to the root of the seal tree (`history`). `events/seals/proof/event-proof.ts` checks it.
 * Times are microseconds since 1970.
 */
export const eventProof = z.object({
  event: z.object({
    position: count,
    stream: z.string(),
    version: count,
    type: z.string(),
    schemaVersion: count,
    recordedAt: z.int(),
    commandId: z.uuid(),
    /** The stored text, personal fields encrypted. */
    data: z.string(),
    metadata: z.string(),
  }),
  seal: z.object({
    number: count,
    firstPosition: count,
    lastPosition: count,
    eventCount: count,
    sealedAt: z.int(),
    path: z.array(hash),
  }),
  history: z.object({ size: count, root: hash, path: z.array(hash) }),
});
