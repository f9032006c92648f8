/**
 * The numbers of the projector's advisory locks. They never change, because processes of the previous release may hold the same
 * locks. Other numbers in use: 4115200 for appends (`migrations/sql/0004-append.sql`), 4115201 for migrations
 * (`migrations/migrate.ts`), 4115202 and 4115203 for the databases of tests (`platform/testing/test-database.ts`), and 4115204
 * for the archive (`events/transfer/archive/archive-log.ts`).
 */

/** The key of the lock that the leader holds. */
export const leaderLock = 4_115_210;

/** First keys of the locks whose second key is the hash of a name. */
export const lockClasses = {
  /** The name is `schema.model`. The one connection that owns the model holds this lock. */
  modelOwner: 4_115_211,
  /**
   * The name is `schema.model`. The connections that write for the owner share this lock. One of them may outlive the owner
   * until its current statement ends.
   */
  modelWriters: 4_115_212,
  /**
   * The name is the schema of an as-of view. The connection that builds or serves the schema holds this lock. Its key has the
   * same number as `modelWriters`, but the names are never the same, because only the name of a model contains a dot.
   */
  asOfSchema: 4_115_212,
} as const;
