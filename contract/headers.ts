/** Headers beyond HTTP's own, in lower case as Node shows them. */
export const headers = {
  /** Request: a UUID minted for one act of a person; the same key again gives the first answer. */
  idempotencyKey: 'idempotency-key',
  /** Answer to a command: the log's position that it reached. */
  logPosition: 'log-position',
  /** Answer: the log's identity, new after a reset; a client forgets its position when it changes. */
  logId: 'log-id',
  /** Request of a GET: do not answer before this position is projected (2 s at most). */
  awaitLogPosition: 'await-log-position',
  /** Answer of a GET: 'true' when the awaited position was not reached in time. */
  logStale: 'log-stale',
  /** Answer of a paged list: the cursor of the next page. */
  nextCursor: 'next-cursor',
  requestId: 'x-request-id',
} as const;
