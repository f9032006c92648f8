import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { userStream } from '#events/catalogue/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Tables } from './tables.ts';

/** A read table that belongs to a model (a rebuild makes it anew): all its columns, and the one that names a row. */
export type ProjectedTable = {
  name: Exclude<keyof ReadTables, 'checkpoints' | 'parked' | 'reactors' | 'reactions'>;
  key: string;
  /** Of the key, where rows are read or deleted by it; uuid unless it says otherwise. */
  keyType?: 'bigint';
  columns: readonly string[];
  /** The column that says whose a row is, where rows are deleted by it in a rebuild, too (what is erased is not built). */
  owner?: string;
};

/**
 * How one read model comes from the log. The same code runs live (a page of one), in a rebuild and in a check: it is told
 * which tables to write.
 */
export type Projection = {
  /** Its name in `read.checkpoints`. */
  model: string;
  tables: readonly ProjectedTable[];
  /** What it looks at; it is given nothing else. */
  eventTypes: ReadonlySet<DomainEventType>;
  /**
   * Events after which nothing of their stream is left in the tables, nor of what names its person as owner, whatever
   * came before: a person's removal. They do not wait behind an event that could not be projected: what was to be
   * erased must not stay for that.
   */
  erasing: ReadonlySet<DomainEventType>;
  /**
   * Takes a page of events, in order, into the tables. Must be free of effects outside them, and must give the same
   * rows when a page comes again. Reads a row before it writes it, unless the event makes it.
   * @throws whatever is wrong with an event; its stream is parked then.
   */
  apply(page: readonly RecordedEvent[], tables: Tables): Promise<void>;
};

/** Those of the events that the projection looks at. */
export const relevantTo = (
  projection: Pick<Projection, 'eventTypes'>,
  events: readonly RecordedEvent[],
): RecordedEvent[] => events.filter((event) => projection.eventTypes.has(event.type));

/** The person whose record an event is about, if it names one. Null for an event that is damaged: nobody knows. */
export const ownerOf = (event: RecordedEvent): string | null => {
  try {
    return 'userId' in event.data ? event.data.userId : null;
  } catch {
    return null;
  }
};

/** The streams that these events erase, each with the position at which. */
export const erasedIn = (
  projection: Pick<Projection, 'erasing'>,
  events: readonly RecordedEvent[],
): Map<string, number> => {
  const erased = new Map<string, number>();
  if (projection.erasing.size > 0)
    for (const event of events)
      if (projection.erasing.has(event.type)) erased.set(event.stream, event.position);
  return erased;
};

/** The position at which what an event left is erased: as part of its stream, or as a record of a person. 0 if it is not. */
const erasedAt = (erased: ReadonlyMap<string, number>, event: RecordedEvent): number => {
  const owner = ownerOf(event);
  return Math.max(erased.get(event.stream) ?? 0, owner === null ? 0 : (erased.get(userStream(owner)) ?? 0));
};

/** Whether nothing is left of an event, or it is the erasure itself. */
export const isErased = (erased: ReadonlyMap<string, number>, event: RecordedEvent): boolean =>
  event.position <= erasedAt(erased, event);

/**
 * The streams that are erased in these events, the persons whose streams those are, and the events without those that
 * were erased by a later one: those of the same stream, and those of other streams that name the person as owner.
 */
export const withoutErased = (
  projection: Pick<Projection, 'erasing'>,
  events: readonly RecordedEvent[],
): { erased: Set<string>; persons: string[]; left: readonly RecordedEvent[] } => {
  const last = erasedIn(projection, events);
  const erased = new Set(last.keys());
  if (erased.size === 0) return { erased, persons: [], left: events };
  return {
    erased,
    persons: [...erased].map(streamId),
    left: events.filter((event) => event.position >= erasedAt(last, event)),
  };
};
