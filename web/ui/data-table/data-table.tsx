import { type ReactNode, useState } from 'react';
import { saveFile } from '../save-file.ts';
import { useIsNarrow } from '../use-is-narrow.ts';
import { Cards } from './cards.tsx';
import { csvOf } from './csv.ts';
import { Pager } from './pager.tsx';
import { Rows } from './rows.tsx';
import { type Column, createTablePage, nextOrder, type TableView } from './table-view.ts';

export type DataTableColumn<Row> = Column<Row> & {
  /** What stands in the cell, where it is more than the text. */
  cell?: (row: Row) => ReactNode;
  className?: string;
};

export type DataTableProps<Row> = {
  /** Names the table. */
  caption: string;
  rows: readonly Row[];
  columns: readonly DataTableColumn<Row>[];
  keyOf: (row: Row) => string;
  /** The text by which rows are found; words that all have to occur. */
  filter: string;
  /** What can be done with a row; its column is headed 'Action' and stays out of the CSV. */
  actions?: (row: Row) => ReactNode;
  /** A hook that gives the classes of a row: a tint after a change. */
  useRowClass?: (row: Row) => string | undefined;
  /** Said in place of the table when there are no rows. */
  empty: ReactNode;
  /** The name of the CSV file, without its ending. */
  fileName: string;
};

/**
 * Rows with a number, buttons to sort by, pages, and a CSV of what is shown (all rows that match, in the shown order). Under
 * 640 px the rows are cards. The filter is the page's, so that several tables can share one.
 */
export const DataTable = <Row,>(facts: DataTableProps<Row>) => {
  const { rows, columns, filter } = facts;
  const [view, setView] = useState<Omit<TableView, 'filter'>>({ order: null, page: 0, pageSize: 25 });
  const narrow = useIsNarrow();
  if (rows.length === 0) return facts.empty;

  const part = createTablePage(rows, columns, { ...view, filter });
  if (part.matching.length === 0)
    return (
      <p className="text-muted">
        None of {rows.length} matches “{filter}”.
      </p>
    );
  const press = (key: string) => setView({ ...view, order: nextOrder(view.order, key), page: 0 });
  const save = () =>
    saveFile(
      `${facts.fileName}.csv`,
      new Blob([csvOf(part.matching, columns)], { type: 'text/csv;charset=utf-8' }),
    );
  return (
    <div className="space-y-3">
      {narrow ? (
        <Cards
          facts={facts}
          part={part}
          order={view.order}
          onOrder={(order) => setView({ ...view, order, page: 0 })}
        />
      ) : (
        <Rows facts={facts} part={part} order={view.order} onPress={press} />
      )}
      <Pager
        caption={facts.caption}
        part={part}
        pageSize={view.pageSize}
        onPage={(page) => setView({ ...view, page })}
        onPageSize={(pageSize) => setView({ ...view, pageSize, page: 0 })}
        onSave={save}
      />
    </div>
  );
};
