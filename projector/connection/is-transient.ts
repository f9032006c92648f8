/** Matches the messages of errors that pg throws for a lost or unresponsive connection. Most of them have no code. */
const connectionErrors =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded|Client network socket disconnected)/;

/**
 * Returns whether an error is transient, which means that another attempt at the same work may succeed. Other errors
 * while an event is applied are attributed to this event and park its stream.
 * These are transient: the SQLSTATE classes 08 (connection), 40 (rolled back), 53 (out of disk, memory or connections),
 * 57 (cancelled or shut down) and 58 (system error), the codes 25P03 (idle transaction) and 55P03 (lock not available),
 * the system errors of Node.js (`E…`) and the connection errors of pg.
 */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.some(isTransient);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(08|40|53|57|58)[0-9A-Z]{3}$/.test(code) || code === '55P03' || code === '25P03') return true;
  if (/^E(AI_[A-Z]+|[A-Z]{4,})$/.test(code) || connectionErrors.test(error.message)) return true;
  return error.cause !== undefined && isTransient(error.cause);
};
