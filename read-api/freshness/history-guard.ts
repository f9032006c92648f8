import type { ClientBase } from 'pg';

/** The last event of the log as a process has seen it. Position 0, without the others: the log was empty. */
type SeenHead = {
  position: number;
  command: string | null;
  /** Microseconds since 1970. */
  at: string | null;
};

/** The head of the log, as a primary tells it. */
export type HeadInRun = {
  /** The id of the history; see `log.history`. */
  historyId: string;
  /** See `events/log/primary-run.ts`; null if the database is a standby. */
  primaryRun: string | null;
  head: SeenHead;
};

/** An answer of a database that is not, or no longer, the primary. Its SQLSTATE makes it a temporary failure. */
class NotPrimaryError extends Error {
  override name = 'NotPrimaryError';
  readonly code = '25006';
}

/** @param seen null: this process has seen nothing of the history yet. */
const confirmHistory = async (
  primary: ClientBase,
  historyId: string,
  seen: SeenHead | null,
): Promise<string> => {
  const { rows } = await primary.query<{ id: string }>('select log.confirm_history($1, $2, $3, $4) as id', [
    historyId,
    seen?.position ?? null,
    seen?.command ?? null,
    seen?.at ?? null,
  ]);
  return rows[0]?.id ?? historyId;
};

/**
 * Creates a function that detects lost events. It remembers the last event that this process has seen. When the primary
 * is in another run, events may be lost: then the database compares, and begins another history if this event is not
 * there any more. It must be called with each head that is read, with the connection that told it, before anything else
 * is done with it.
 * @returns the id of the history to which the head belongs.
 * @throws NotPrimaryError if the head comes from a standby, or from a primary that was replaced: it may lack events, or
 * have lost ones.
 */
export const createHistoryGuard = () => {
  const replacedRuns = new Set<string>();
  let known: { primaryRun: string; historyId: string; seen: SeenHead } | null = null;
  return async (primary: ClientBase, { historyId, primaryRun, head }: HeadInRun): Promise<string> => {
    if (primaryRun === null) throw new NotPrimaryError('The database is a standby.');
    if (replacedRuns.has(primaryRun)) throw new NotPrimaryError('Another primary has replaced this one.');
    if (known?.primaryRun !== primaryRun) {
      const confirmed = await confirmHistory(primary, known?.historyId ?? historyId, known?.seen ?? null);
      if (known) replacedRuns.add(known.primaryRun);
      known = { primaryRun, historyId: confirmed, seen: head };
      return confirmed;
    }
    known = { primaryRun, historyId, seen: head };
    return historyId;
  };
};
