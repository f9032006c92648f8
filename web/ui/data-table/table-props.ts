import type { ReactNode } from 'react';
import type { Column } from './table-view.ts';

export type DataTableColumn<Row> = Column<Row> & {
  /** Renders a cell that contains something other than the text. */
  cell?: (row: Row) => ReactNode;
  className?: string;
};

/** The look of a table. It does not depend on whether the rows are all loaded or are fetched page by page. */
export type TableParts<Row> = {
  caption: string;
  columns: readonly DataTableColumn<Row>[];
  getKey: (row: Row) => string;
  /** Renders the buttons of a row. Their column is not part of the CSV file. */
  actions?: (row: Row) => ReactNode;
  /** A hook that returns the classes of a row, for example a highlight after a change. */
  useRowClass?: (row: Row) => string | undefined;
};

/** A table whose rows are all loaded. */
export type DataTableProps<Row> = TableParts<Row> & {
  rows: readonly Row[];
  /** Below this screen width, rows are shown as cards. */
  cardsBelowPx?: number;
  /** Shown in place of the table if there are no rows. */
  empty: ReactNode;
  /** The name of the CSV file, without the extension. */
  fileName: string;
};
