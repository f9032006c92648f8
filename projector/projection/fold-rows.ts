import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';

/** The columns that every row has: its id and the position of the last event that changed it. */
export type Row = { id: string; position: number };

/** A recorded event of one type. */
export type Recorded<T extends DomainEventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>;

/** For each event type, a pure function from the row before the event to the row after it; null means no row. */
export type Evolutions<R extends Row> = {
  [T in DomainEventType]?: (row: R | null, event: Recorded<T>) => R | null;
};

/**
 * Folds a page of events into rows, in memory. Events that a row already contains (by its position) are skipped, so a
 * page can be applied twice.
 * @param rows the current rows by id; not modified.
 * @param idOf returns the id of the row that an event changes; `index` is the event's index in `events`.
 * @returns the changed rows by id; null for rows that no longer exist.
 */
export const foldRows = <R extends Row>(
  rows: ReadonlyMap<string, R>,
  events: readonly RecordedEvent[],
  idOf: (event: RecordedEvent, index: number) => string,
  evolutions: Evolutions<R>,
): Map<string, R | null> => {
  const changed = new Map<string, R | null>();
  for (const [index, event] of events.entries()) {
    const id = idOf(event, index);
    const before = changed.has(id) ? (changed.get(id) ?? null) : (rows.get(id) ?? null);
    if (before !== null && before.position >= event.position) continue;
    // The compiler cannot see that the function found under an event's type accepts that event.
    const evolve = evolutions[event.type] as ((row: R | null, event: RecordedEvent) => R | null) | undefined;
    const after = evolve === undefined ? before : evolve(before, event);
    if (after !== before) changed.set(id, after);
  }
  return changed;
};
