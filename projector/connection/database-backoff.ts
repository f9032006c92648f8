/** Delays before work is retried after a database error. Random in part, because all processes notice an outage together. */
export const databaseBackoff = { firstMs: 50, maxMs: 10_000, jitter: 1 / 3 };
