import { ArchiveError, ArchiveUnavailableError } from '../archive/archive-error.ts';
import { UnknownEventError } from '../catalogue/codec/codec.ts';

/** Whether a failed database call may have been committed, and whether a retry can succeed. */
type DatabaseFailure =
  /** The connection broke, or no answer came in time: the work may or may not be committed. */
  | 'unknown'
  /** Rolled back for a temporary reason: a retry may succeed. */
  | 'transient'
  /** Rolled back, and a retry would fail in the same way. */
  | 'permanent';

/**
 * SQLSTATEs of temporary failures: serialization and deadlock (40), resources (53), lock not available (55P03),
 * cancelled or timed-out statement (57014), read-only during a failover (25006), system error (58).
 */
const transientCode = /^(?:40|53|55P03|57014|25006|58)/;
/** SQLSTATEs of a connection that failed or that the server ended: the work may have been committed before. */
const connectionCode = /^(?:08|57P)/;

/** Errors of the operating system and of the driver carry no SQLSTATE: refused, reset, terminated, timed out. */
const systemCode = /^E(?:AI_)?[A-Z]+$/;
const driverMessage = /connect|terminat|timeout|queryable/i;

/**
 * Classifies an error of a call of `pg` or of a read of the archive. An `ArchiveUnavailableError` is transient, and other errors of the
 * archive are permanent. Any other error without a code is permanent unless its message mentions a connection, a termination or a timeout. An
 * `UnknownEventError` is always permanent, even if its event type contains such a word.
 */
export const classifyFailure = (error: unknown): DatabaseFailure => {
  if (!(error instanceof Error) || error instanceof UnknownEventError) return 'permanent';
  if (error instanceof ArchiveError)
    return error instanceof ArchiveUnavailableError ? 'transient' : 'permanent';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '') return driverMessage.test(error.message) ? 'unknown' : 'permanent';
  if (systemCode.test(code) || connectionCode.test(code)) return 'unknown';
  return transientCode.test(code) ? 'transient' : 'permanent';
};
