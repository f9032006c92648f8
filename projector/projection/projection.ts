import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';

/** A table of a read model. A rebuild recreates it. */
export type ProjectedTable = {
  name: Exclude<keyof ReadTables, 'checkpoints' | 'parked' | 'reactors' | 'reactions'>;
  /** The column that identifies a row. */
  key: string;
  /** The type of the key column if rows are read or deleted by key; `uuid` by default. */
  keyType?: 'bigint';
  /** All columns of the table. */
  columns: readonly string[];
  /** The column with the id of the row's user, if a rebuild has to delete rows by user. */
  ownerColumn?: string;
};

/**
 * Read and write access to projected tables. The rows are in the database, or in memory while a model is rebuilt.
 */
export type ProjectionTables = {
  /** Returns the existing rows with these keys, by key. */
  read<R extends object>(table: ProjectedTable, keys: readonly string[]): Promise<Map<string, R>>;
  /** Inserts whole rows. Replaces rows whose key exists. */
  upsert(table: ProjectedTable, rows: readonly object[]): Promise<void>;
  /**
   * Adds the numbers of these rows to the existing rows with the same keys; a missing row counts as zeros. A table that is written with
   * `add` must not be written in any other way.
   */
  add(table: ProjectedTable, rows: readonly object[]): Promise<void>;
  /** Deletes the rows with these keys. */
  delete(table: ProjectedTable, keys: readonly string[]): Promise<void>;
  /** Deletes the rows of these users and returns the deleted rows. */
  deleteByOwner<R extends object>(
    table: ProjectedTable,
    ownerColumn: keyof R & string,
    userIds: readonly string[],
  ): Promise<R[]>;
};

/** Turns events into the rows of one read model. The same code runs in the leader, in a rebuild, in a check, and for as-of tables. */
export type Projection = {
  /** The name of the read model in `read.checkpoints`. */
  model: string;
  tables: readonly ProjectedTable[];
  /** The event types that `apply` receives. */
  eventTypes: ReadonlySet<DomainEventType>;
  /**
   * Event types that erase everything before them: all rows of their stream, and all rows that name the stream's user
   * as owner. An erasing event is applied even if its stream is parked, so that the erasure never waits for a retry.
   */
  erasingEventTypes: ReadonlySet<DomainEventType>;
  /**
   * Applies a page of events, in log order, to the tables. Has no other side effects, and applying a page twice leaves
   * the same rows. Before `upsert` or `delete` it reads each row, unless the event creates the row.
   * @throws any error about an event, whose stream is then parked.
   */
  apply(page: readonly RecordedEvent[], tables: ProjectionTables): Promise<void>;
};

/** Returns the events that the projection handles. */
export const relevantEvents = (
  projection: Pick<Projection, 'eventTypes'>,
  events: readonly RecordedEvent[],
): RecordedEvent[] => events.filter((event) => projection.eventTypes.has(event.type));
