/** Custom HTTP headers, in lower case as Node reports them. */
export const headers = {
  /** Request: a UUID for one action of a user. The same key again returns the first answer. */
  idempotencyKey: 'idempotency-key',
  /** Answer to a command: the log position that it reached. */
  logPosition: 'log-position',
  /** Answer: the id of the log, which changes after a reset. Clients then drop their position. */
  logId: 'log-id',
  /** GET request: wait until this position is projected (at most 2 s). */
  awaitLogPosition: 'await-log-position',
  /** Answer to a GET: 'true' if the awaited position was not reached in time. */
  logStale: 'log-stale',
  /** Answer with a page of a list: the cursor of the next page. */
  nextCursor: 'next-cursor',
  requestId: 'x-request-id',
} as const;
