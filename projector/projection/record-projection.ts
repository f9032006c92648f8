import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { type Evolutions, foldRows, type Row } from './fold-rows.ts';
import type { ProjectedTable, Projection } from './projection.ts';
import { deleteRows, readRows, upsertRows } from './write-rows.ts';

const idOf = (event: RecordedEvent) => streamId(event.stream);

/**
 * The usual read model: one table with one row a record, the record being a stream. A page costs at most three
 * statements, however long it is: read the rows it is about, write the changed ones, delete the gone ones.
 * A row hears of its own stream alone: so a stream that is parked and freed later gives the row that it would have given.
 * @param columns every column of the table; the compiler holds the list complete.
 */
export const recordProjection = <R extends Row>(record: {
  model: string;
  table: ProjectedTable['name'];
  columns: Record<keyof R, true>;
  evolutions: Evolutions<R>;
  erasing?: readonly DomainEventType[];
}): Projection => {
  const table: ProjectedTable = { name: record.table, key: 'id', columns: Object.keys(record.columns) };
  return {
    model: record.model,
    tables: [table],
    eventTypes: new Set(Object.keys(record.evolutions) as DomainEventType[]),
    erasing: new Set(record.erasing),
    async apply(page, transaction) {
      const ids = [...new Set(page.map(idOf))];
      const rows = await readRows<R>(transaction, table, ids);
      const changed = [...foldRows(rows, page, idOf, record.evolutions)];
      const gone = changed.filter(([id, row]) => row === null && rows.has(id)).map(([id]) => id);
      await deleteRows(transaction, table, gone);
      await upsertRows(
        transaction,
        table,
        changed.flatMap(([, row]) => (row === null ? [] : [row])),
      );
    },
  };
};
