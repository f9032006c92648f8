/** The logic that a table, its cards on narrow screens and its CSV file share. */
import { byteOrderMark, formatCsvRow } from '#contract/csv.ts';

export type Column<Row> = {
  key: string;
  heading: string;
  /** Returns the value as text, for the cell, for sorting and for the CSV file. */
  getText: (row: Row) => string;
  /** Default: true. */
  isSortable?: boolean;
  /** Compares two values for sorting. By default they are sorted as texts. */
  compare?: (a: string, b: string) => number;
  /** The names of the orders, without the heading. Default: 'A to Z' and 'Z to A'. */
  orderNames?: Record<Order['direction'], string>;
};

export type Order = { key: string; direction: 'ascending' | 'descending' };
export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
export type TableView = { order: Order | null; page: number; pageSize: PageSize };
/**
 * `rows` are the rows of the page, `total` the number of rows in all pages. `page` counts from 0, and so does `firstIndex`, the index of
 * the page's first row among all rows.
 */
export type TablePage<Row> = {
  rows: readonly Row[];
  total: number;
  page: number;
  pageCount: number;
  firstIndex: number;
};

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const alphabeticalNames = { ascending: 'A to Z', descending: 'Z to A' };

/** Returns the name of an order for a list of orders, such as 'Name, A to Z'. */
export const formatOrderName = <Row>(
  { heading, orderNames = alphabeticalNames }: Column<Row>,
  direction: Order['direction'],
): string => `${heading}, ${orderNames[direction]}`;

/** Returns the sorted rows. The sort is stable. */
export const sortRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): Row[] => {
  const column = columns.find(({ key }) => key === order?.key);
  if (order === null || column === undefined) return [...rows];
  const sign = order.direction === 'ascending' ? 1 : -1;
  const compareTexts = (a: string, b: string) => column.compare?.(a, b) || collator.compare(a, b);
  return rows.toSorted((a, b) => sign * compareTexts(column.getText(a), column.getText(b)));
};

/** Returns the page to show, and the sorted rows of all pages. If the requested page does not exist, the nearest one is shown. */
export const createTablePage = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  view: TableView,
): TablePage<Row> & { sortedRows: Row[] } => {
  const sortedRows = sortRows(rows, columns, view.order);
  const pageCount = Math.max(1, Math.ceil(sortedRows.length / view.pageSize));
  const page = Math.min(Math.max(0, view.page), pageCount - 1);
  const firstIndex = page * view.pageSize;
  return {
    rows: sortedRows.slice(firstIndex, firstIndex + view.pageSize),
    sortedRows,
    total: sortedRows.length,
    page,
    pageCount,
    firstIndex,
  };
};

/** Returns the order after a click on a column heading: ascending, then descending, then the original order. */
export const getNextOrder = (order: Order | null, key: string): Order | null => {
  if (order?.key !== key) return { key, direction: 'ascending' };
  return order.direction === 'ascending' ? { key, direction: 'descending' } : null;
};

export const createCsv = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string =>
  [
    byteOrderMark,
    formatCsvRow(columns.map((column) => column.heading)),
    ...rows.map((row) => formatCsvRow(columns.map((column) => column.getText(row)))),
  ].join('');
