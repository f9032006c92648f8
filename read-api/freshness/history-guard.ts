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

const laterOf = (one: SeenHead, other: SeenHead) => (other.position > one.position ? other : one);

/**
 * Creates a guard that detects lost events. It remembers the last event that this process has seen. When the primary
 * is in another run, events may be lost: then the database compares, and begins another history if this event is not
 * there any more. Calls may overlap, because a slow one goes on after its caller has given up.
 */
export const createHistoryGuard = () => {
  const replacedRuns = new Set<string>();
  const pastHistories = new Set<string>();
  /** The run is null if only a replica has told what is known. */
  let known: { primaryRun: string | null; historyId: string; seen: SeenHead } | null = null;
  const remember = (next: NonNullable<typeof known>) => {
    if (known && known.historyId !== next.historyId) pastHistories.add(known.historyId);
    pastHistories.delete(next.historyId);
    known = next;
  };
  return {
    /**
     * Must be called with each head of the primary, before anything else is done with it, and with the connection that
     * told it.
     * @returns the id of the history to which the head belongs.
     * @throws NotPrimaryError if the head comes from a standby, or from a primary that was replaced: it may lack events,
     * or have lost ones.
     */
    checkHead: async (
      { historyId, primaryRun, head }: HeadInRun,
      confirm: ConfirmHistory,
    ): Promise<string> => {
      if (primaryRun === null) throw new NotPrimaryError('The database is a standby.');
      if (replacedRuns.has(primaryRun)) throw new NotPrimaryError('Another primary has replaced this one.');
      if (known?.primaryRun === primaryRun) {
        remember({ primaryRun, historyId, seen: laterOf(known.seen, head) });
        return historyId;
      }
      const previous = known;
      const confirmed = await confirm(previous?.historyId ?? historyId, previous?.seen ?? null);
      // Another call was faster.
      if (known?.primaryRun === primaryRun) return known.historyId;
      if (known !== previous) throw new NotPrimaryError('The primary has changed meanwhile.');
      if (previous?.primaryRun) replacedRuns.add(previous.primaryRun);
      remember({ primaryRun, historyId: confirmed, seen: head });
      return confirmed;
    },
    /**
     * Must be called with each head of a replica from which answers come. A replica may be ahead of what this process
     * has seen of the primary, and the next primary may lack that.
     * @returns the id of the history to which the answers belong. A replica that lags behind the beginning of a history
     * still names the one before.
     */
    noteReplica: ({ historyId, head }: Omit<HeadInRun, 'primaryRun'>): string => {
      if (known && (known.historyId === historyId || pastHistories.has(historyId))) {
        const seen = laterOf(known.seen, head);
        // A confirmation that is under way counts unless something later was shown.
        if (seen !== known.seen) remember({ ...known, seen });
      } else remember({ primaryRun: null, historyId, seen: head });
      return known?.historyId ?? historyId;
    },
  };
};
