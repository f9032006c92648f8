import type { EncodedRequest } from './encoded-request.ts';

export const maxBatchRequests = 128;
const maxBatchBytes = 1 << 20;

/** A request that waits to be sent. `deadline`: milliseconds, in the time of `performance.now()`. */
type Waiting = { encoded: EncodedRequest; deadline: number };

/**
 * Divides waiting requests, in their order, into the next batch and the rest.
 * @param ready the waiting requests.
 * @param limits.maxRequests the maximum number of requests in the batch.
 * @param limits.overdueBefore requests with an earlier deadline are overdue; null: none is.
 * @returns `batch`; `overdue`, the overdue requests before the end of the batch; and `rest`.
 */
export const takeBatch = <T extends Waiting>(
  ready: readonly T[],
  { maxRequests, overdueBefore }: { maxRequests: number; overdueBefore: number | null },
): { batch: T[]; overdue: T[]; rest: T[] } => {
  const batch: T[] = [];
  const overdue: T[] = [];
  let bytes = 0;
  for (const pending of ready) {
    const { encoded, deadline } = pending;
    const canJoin = encoded.reservation === null && bytes + encoded.bytes <= maxBatchBytes;
    if (batch.length === maxRequests || (batch.length > 0 && !canJoin)) break;
    if (overdueBefore !== null && deadline < overdueBefore) {
      overdue.push(pending);
      continue;
    }
    bytes += encoded.bytes;
    batch.push(pending);
    // A request that reserves an e-mail address is sent alone, so that its refusal rolls back no other request.
    if (encoded.reservation) break;
  }
  return { batch, overdue, rest: ready.slice(batch.length + overdue.length) };
};
