import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { separateErased } from './erasure.ts';
import { type Evolutions, foldRows, type Row } from './fold-rows.ts';
import type { ProjectedTable, Projection, ProjectionTables } from './projection.ts';

/** A change of one row; null where the row did not exist before or does not exist afterwards. */
export type RowChange<R> = { before: R | null; after: R | null };

/**
 * A second table of the same model with totals over the rows of the first. Totals must depend only on the final rows, because the
 * intermediate states of a row depend on how the events were split into pages.
 */
export type Summary<R> = {
  table: ProjectedTable;
  applyChanges: (changes: readonly RowChange<R>[], tables: ProjectionTables) => Promise<void>;
};

/**
 * Creates the usual projection: one table with one row per stream. A page of any size costs at most four statements (delete rows of removed
 * users, read, delete, upsert). A row depends only on the events of its own stream, so a stream that was parked and retried ends up with
 * the same row. The exception is a removed user: if the table has an owner column, all of the user's rows are deleted.
 * @param record.columns all columns of the table; the compiler checks that none is missing.
 * @param record.ownerColumn the column with the user's id. Every event of a row with an owner must have that id as `userId`, or be in the
 * user's own stream.
 * @param record.summary a table of totals, which costs at most three more statements.
 */
export const createRecordProjection = <R extends Row>(record: {
  model: string;
  table: ProjectedTable['name'];
  columns: Record<keyof R, true>;
  evolutions: Evolutions<R>;
  erasingEventTypes?: readonly DomainEventType[];
  ownerColumn?: keyof R & string;
  summary?: Summary<R>;
}): Projection => {
  const { ownerColumn, summary } = record;
  const removalTypes: readonly DomainEventType[] = ownerColumn === undefined ? [] : ['UserRemoved'];
  const table: ProjectedTable = { name: record.table, key: 'id', columns: Object.keys(record.columns) };
  const erasingEventTypes = new Set([...(record.erasingEventTypes ?? []), ...removalTypes]);

  /** Folds the page and writes the rows. Returns the changes only if a summary needs them. */
  const writePage = async (
    page: readonly RecordedEvent[],
    tables: ProjectionTables,
  ): Promise<RowChange<R>[]> => {
    const ids = page.map(({ stream }) => streamId(stream));
    const rows = await tables.read<R>(table, [...new Set(ids)]);
    const changed = foldRows(rows, page, (_, index) => ids[index] ?? '', record.evolutions);
    const written: R[] = [];
    const deletedIds: string[] = [];
    for (const [id, row] of changed)
      if (row !== null) written.push(row);
      else if (rows.has(id)) deletedIds.push(id);
    await tables.delete(table, deletedIds);
    await tables.upsert(table, written);
    if (!summary) return [];
    return [...changed].map(([id, after]) => ({ before: rows.get(id) ?? null, after }));
  };

  return {
    model: record.model,
    tables: summary ? [table, summary.table] : [table],
    eventTypes: new Set([...(Object.keys(record.evolutions) as DomainEventType[]), ...removalTypes]),
    erasingEventTypes,
    async apply(events, tables) {
      let page = events;
      const changes: RowChange<R>[] = [];
      if (ownerColumn !== undefined) {
        const { erasedUserIds, remaining } = separateErased({ erasingEventTypes }, events);
        for (const before of await tables.deleteByOwner<R>(table, ownerColumn, erasedUserIds))
          changes.push({ before, after: null });
        page = remaining.filter((event) => !removalTypes.includes(event.type));
      }
      if (page.length > 0) changes.push(...(await writePage(page, tables)));
      if (summary && changes.length > 0) await summary.applyChanges(changes, tables);
    },
  };
};
