import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { type Evolutions, foldRows, type Row } from './fold-rows.ts';
import { type ProjectedTable, type Projection, withoutErased } from './projection.ts';
import type { Tables } from './tables.ts';

/** A row that is another now; null where there was or is none. */
export type RowChange<R> = { before: R | null; after: R | null };

/**
 * A second table of the same model that sums up the rows of the first. It must follow from those rows alone: which of them
 * were there in between depends on how the events were paged.
 */
export type Summary<R> = {
  table: ProjectedTable;
  follow: (changes: readonly RowChange<R>[], tables: Tables) => Promise<void>;
};

const idOf = (event: RecordedEvent) => streamId(event.stream);

/**
 * The usual read model: one table with one row a record, the record being a stream. A page costs at most four
 * statements, however long it is: delete the rows of removed persons, read the rows it is about, write the changed ones, delete the gone ones.
 * A row hears of its own stream alone: so a stream that is parked and freed later gives the row that it would have given.
 * The one exception is a removed person, whose rows go where the table has an owner.
 * @param summary a table that sums up the rows, two statements more.
 * @param owner the column that names the person whose row it is; every event of the model names them as `userId`.
 * @param columns every column of the table; the compiler holds the list complete.
 */
export const recordProjection = <R extends Row>(record: {
  model: string;
  table: ProjectedTable['name'];
  columns: Record<keyof R, true>;
  evolutions: Evolutions<R>;
  erasing?: readonly DomainEventType[];
  owner?: keyof R & string;
  summary?: Summary<R>;
}): Projection => {
  const { owner, summary } = record;
  const removal: readonly DomainEventType[] = owner === undefined ? [] : ['UserRemoved'];
  const table: ProjectedTable = { name: record.table, key: 'id', columns: Object.keys(record.columns) };
  const erasing = new Set([...(record.erasing ?? []), ...removal]);
  /** Folds the page, writes the changed rows and deletes those that are gone. @returns what changed, where a summary asks for it. */
  const takeIn = async (page: readonly RecordedEvent[], tables: Tables): Promise<RowChange<R>[]> => {
    const ids = page.map(idOf);
    const rows = await tables.read<R>(table, [...new Set(ids)]);
    const changed = foldRows(rows, page, (_, index) => ids[index] ?? '', record.evolutions);
    const [left, gone]: [R[], string[]] = [[], []];
    for (const [id, row] of changed)
      if (row !== null) left.push(row);
      else if (rows.has(id)) gone.push(id);
    await tables.delete(table, gone);
    await tables.upsert(table, left);
    if (!summary) return [];
    return [...changed].map(([id, after]) => ({ before: rows.get(id) ?? null, after }));
  };
  return {
    model: record.model,
    tables: summary ? [table, summary.table] : [table],
    eventTypes: new Set([...(Object.keys(record.evolutions) as DomainEventType[]), ...removal]),
    erasing,
    async apply(whole, tables) {
      let page = whole;
      const changes: RowChange<R>[] = [];
      if (owner !== undefined) {
        const { persons, left } = withoutErased({ erasing }, whole);
        for (const before of await tables.deleteOf<R>(table, owner, persons))
          changes.push({ before, after: null });
        page = left.filter((event) => !removal.includes(event.type));
      }
      if (page.length > 0) changes.push(...(await takeIn(page, tables)));
      if (summary && changes.length > 0) await summary.follow(changes, tables);
    },
  };
};
