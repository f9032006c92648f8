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

/**
 * Asks the database whether the history still has this event; see `log.confirm_history`.
 * @param seen null: this process has seen nothing of the history yet.
 * @returns the id of the current history.
 */
export type ConfirmHistory = (historyId: string, seen: SeenHead | null) => Promise<string>;

/** Confirms a history over the connection that told the head. */
export const confirmHistoryWith =
  (primary: ClientBase): ConfirmHistory =>
  async (historyId, seen) => {
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
 * there any more. It must be called with each head that is read, before anything else is done with it, and with the
 * connection that told it. Calls may overlap, because a slow one goes on after its caller has given up.
 * @returns the id of the history to which the head belongs.
 * @throws NotPrimaryError if the head comes from a standby, or from a primary that was replaced: it may lack events, or
 * have lost ones.
 */
export const createHistoryGuard = () => {
  const replacedRuns = new Set<string>();
  let known: { primaryRun: string; historyId: string; seen: SeenHead } | null = null;
  return async ({ historyId, primaryRun, head }: HeadInRun, confirm: ConfirmHistory): Promise<string> => {
    if (primaryRun === null) throw new NotPrimaryError('The database is a standby.');
    if (replacedRuns.has(primaryRun)) throw new NotPrimaryError('Another primary has replaced this one.');
    const previous = known;
    if (previous?.primaryRun === primaryRun) {
      known = { primaryRun, historyId, seen: head };
      return historyId;
    }
    const confirmed = await confirm(previous?.historyId ?? historyId, previous?.seen ?? null);
    if (known !== previous) {
      // Another call was faster. Nothing that this call remembers is newer.
      if (known?.primaryRun === primaryRun) return known.historyId;
      throw new NotPrimaryError('The primary has changed meanwhile.');
    }
    if (previous) replacedRuns.add(previous.primaryRun);
    known = { primaryRun, historyId: confirmed, seen: head };
    return confirmed;
  };
};
