/** What became of a call of the database that failed. */
export type Failure =
  /** The line broke: it may have been done or not. */
  | 'unknown'
  /** It was rolled back for a reason that passes: worth another try. */
  | 'passing'
  /** It was rolled back and would be again. */
  | 'lasting';

/**
 * Classes of SQLSTATE that pass: serialization and deadlock, resources, lock not available, intervention of an
 * operator (a cancelled or timed-out statement), read-only (a failover is under way).
 */
const passing = /^(?:40|53|55P03|57014|25006|58)/;
/** The server said that it ends the connection: nothing was committed after that, but perhaps before. */
const broken = /^(?:08|57P)/;

/** Errors of the system and of the driver itself carry no SQLSTATE: refused, reset, terminated, timed out, no name found. */
const ofTheLine = /^E(?:AI_)?[A-Z]+$/;
const ofTheDriver = /connect|terminat|timeout|queryable/i;

export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error)) return 'lasting';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '') return ofTheDriver.test(error.message) ? 'unknown' : 'lasting';
  if (ofTheLine.test(code) || broken.test(code)) return 'unknown';
  return passing.test(code) ? 'passing' : 'lasting';
};
