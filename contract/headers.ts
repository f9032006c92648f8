/** Custom HTTP headers, in lower case as Node reports them. */
export const headers = {
  /** Request: a UUID for one action of a user. A repetition with the same key gets the stored answer. */
  idempotencyKey: 'idempotency-key',
  /** Answer to a command: the log position that it reached. Answer to a GET: a log position up to which it contains everything. */
  logPosition: 'log-position',
  /**
   * Answer: the id of the history of the log. It changes when the log loses events, and clients then drop their position. GET
   * request: the id of the history to which the awaited position belongs.
   */
  logId: 'log-id',
  /** GET request: wait (at most 2 s) until the answer contains everything up to this position. */
  awaitLogPosition: 'await-log-position',
  /** Answer to a GET: 'true' if it may lack events: the tables lag, a stream is parked, or the primary does not answer. */
  logStale: 'log-stale',
  /** Answer with a page of a list: the cursor of the next page, if there is one. */
  nextCursor: 'next-cursor',
  requestId: 'x-request-id',
  /** Request, only if the configuration says that traces are recorded: the trace id (W3C Trace Context). */
  traceparent: 'traceparent',
} as const;
