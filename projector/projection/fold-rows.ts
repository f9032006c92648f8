import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';

/** What every row says of itself. */
export type Row = { id: string; position: number };

/** An event of one type, as it is read. */
export type Recorded<T extends DomainEventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>;

/**
 * For each type of event: the row as it is after it (null: there is none), from the row as it was. Pure.
 */
export type Evolutions<R extends Row> = {
  [T in DomainEventType]?: (row: R | null, event: Recorded<T>) => R | null;
};

/**
 * Folds a page in memory: what each row is after the events, from what it was before.
 * An event that a row has seen already (by the row's position) changes nothing, so a page may come again.
 * @param rows by id; not changed.
 * @param idOf the row that an event is about; `index`: its place among these.
 * @returns the rows that are another now, null for those that are gone.
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
    // The one place where the type of an event and of its evolution meet: the table is keyed by the type.
    const evolve = evolutions[event.type] as ((row: R | null, event: RecordedEvent) => R | null) | undefined;
    const after = evolve === undefined ? before : evolve(before, event);
    if (after !== before) changed.set(id, after);
  }
  return changed;
};
