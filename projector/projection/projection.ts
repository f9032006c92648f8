import type { Transaction } from 'kysely';
import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/** A read table that belongs to a model (a rebuild makes it anew): all its columns, and the one that names a row. */
export type ProjectedTable = {
  name: Exclude<keyof ReadTables, 'checkpoints' | 'parked' | 'reactors' | 'reactions'>;
  key: string;
  columns: readonly string[];
};

/**
 * How one read model comes from the log. The same code runs live (a page of one), in a rebuild and in a check:
 * the tables stand in whatever schema the transaction's search path names.
 */
export type Projection = {
  /** Its name in `read.checkpoints`. */
  model: string;
  tables: readonly ProjectedTable[];
  /** What it looks at; it is given nothing else. */
  eventTypes: ReadonlySet<DomainEventType>;
  /**
   * Takes a page of events, in order, into the tables. Must be free of effects outside the transaction, and
   * must give the same rows when a page comes again.
   * @throws whatever is wrong with an event; its stream is parked then.
   */
  apply(page: readonly RecordedEvent[], transaction: Transaction<ReadTables>): Promise<void>;
};

/** Those of the events that the projection looks at. */
export const relevantTo = (
  projection: Pick<Projection, 'eventTypes'>,
  events: readonly RecordedEvent[],
): RecordedEvent[] => events.filter((event) => projection.eventTypes.has(event.type));
