/** Delays before work is retried after a database error. All processes notice an outage together, hence the jitter. */
export const databaseBackoff = { firstMs: 50, maxMs: 10_000, jitter: 1 / 3 };
