import type { ClientBase } from 'pg';

/** The last event of the log that a process has seen. If the log was empty, the position is 0 and the rest is null. */
type SeenHead = {
  position: number;
  command: string | null;
  /** Microseconds since 1970. */
  at: string | null;
};

/** The head of the log, as a database reports it. */
export type ReportedHead = {
  /** The id of the history; see `log.history`. */
  historyId: string;
  /** See `events/log/primary-run.ts`; null if the database is a replica. */
  primaryRun: string | null;
  head: SeenHead;
};

/** Thrown for an answer of a database that is not, or may no longer be, the primary. The SQLSTATE classifies it as a temporary failure. */
class NotPrimaryError extends Error {
  override name = 'NotPrimaryError';
  readonly code = '25006';
}

/**
 * Asks the database whether the history still has the event `seen`; see `log.confirm_history`.
 * @param seen null: this process has seen nothing of the history yet.
 * @returns the id of the current history.
 */
export type ConfirmHistory = (historyId: string, seen: SeenHead | null) => Promise<string>;

/** Returns a function that confirms a history over the connection that reported the head. */
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

const laterOf = (one: SeenHead, other: SeenHead) => (other.position > one.position ? other : one);

/**
 * Creates a guard that detects lost events. It remembers the last event that this process has seen. When the primary is in a
 * different run, events may have been lost. The database then looks for the remembered event, and begins a new history if it is
 * missing. Calls may overlap, because a slow one continues after its caller has given up.
 */
export const createHistoryGuard = () => {
  const replacedRuns = new Set<string>();
  const pastHistories = new Set<string>();
  /** What this process knows about the log. The run is null if the history was learned from a replica. */
  let known: { primaryRun: string | null; historyId: string; seen: SeenHead } | null = null;
  const remember = (next: NonNullable<typeof known>) => {
    if (known && known.historyId !== next.historyId) pastHistories.add(known.historyId);
    pastHistories.delete(next.historyId);
    known = next;
  };
  return {
    /**
     * Must be called with each head of the primary, before anything else is done with it, and with the connection that
     * reported it.
     * @returns the id of the history to which the head belongs.
     * @throws NotPrimaryError if the head comes from a replica; if it comes from a primary that was replaced, because that one may
     * lack events or contain lost ones; or if another primary or a replica has changed the known head during the confirmation.
     */
    checkHead: async (
      { historyId, primaryRun, head }: ReportedHead,
      confirm: ConfirmHistory,
    ): Promise<string> => {
      if (primaryRun === null) throw new NotPrimaryError('The database is a replica.');
      if (replacedRuns.has(primaryRun)) throw new NotPrimaryError('Another primary has replaced this one.');
      if (known?.primaryRun === primaryRun) {
        remember({ primaryRun, historyId, seen: laterOf(known.seen, head) });
        return historyId;
      }
      const previous = known;
      const confirmed = await confirm(previous?.historyId ?? historyId, previous?.seen ?? null);
      // In the meantime, another call has confirmed the history in this run.
      if (known?.primaryRun === primaryRun) return known.historyId;
      if (known !== previous)
        throw new NotPrimaryError('The known head of the log has changed in the meantime.');
      if (previous?.primaryRun) replacedRuns.add(previous.primaryRun);
      remember({ primaryRun, historyId: confirmed, seen: head });
      return confirmed;
    },
    /**
     * Must be called with each head of a replica that answers GETs. A replica may be ahead of what this process
     * has seen of the primary, and the next primary may lack the additional events.
     * @returns the id of the history to which the answers belong. A replica that lags behind the beginning of a history
     * still names the previous one.
     */
    noteReplica: ({ historyId, head }: Omit<ReportedHead, 'primaryRun'>): string => {
      if (known && (known.historyId === historyId || pastHistories.has(historyId))) {
        const seen = laterOf(known.seen, head);
        // A confirmation that is under way stays valid unless the replica has shown a later event.
        if (seen !== known.seen) remember({ ...known, seen });
      } else remember({ primaryRun: null, historyId, seen: head });
      return known?.historyId ?? historyId;
    },
  };
};
