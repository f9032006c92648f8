/** What pg says, without a code, of a line that was lost or does not answer. */
const lostLine =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded|Client network socket disconnected)/;

/**
 * Whether an error says something about the moment and not about the event: the same work may succeed when it is
 * done again. Everything else is the event's fault, and parks its stream.
 * By SQLSTATE: connection (08), rolled back by the server (40), idle too long (25P03), out of disk, memory or connections
 * (53), locked (55P03), cancelled or shut down (57), the system's own trouble (58); and by Node's and pg's words for a lost line.
 */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.some(isTransient);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(08|40|53|57|58)[0-9A-Z]{3}$/.test(code) || code === '55P03' || code === '25P03') return true;
  if (/^E(AI_[A-Z]+|[A-Z]{4,})$/.test(code) || lostLine.test(error.message)) return true;
  return error.cause !== undefined && isTransient(error.cause);
};
