import { foldText, searchWords } from '../text/search-text.ts';

/**
 * What a table shows of its rows: those that contain the filter's text, in the chosen order, one page of them. Pure, so that
 * the table, its cards on a phone and its CSV always agree.
 */
export type Column<Row> = {
  key: string;
  heading: string;
  /** The value as text: for sorting, for the filter and in the CSV. */
  text: (row: Row) => string;
  /** False for what has no order, such as a picture. */
  sortable?: boolean;
  /** False for what the filter does not look at. */
  filterable?: boolean;
};

export type Order = { key: string; direction: 'ascending' | 'descending' };
export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];
export type TableView = { filter: string; order: Order | null; page: number; pageSize: PageSize };
export type TablePage<Row> = { rows: Row[]; matching: Row[]; page: number; pages: number; first: number };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The rows in which every word of the filter occurs somewhere, whatever its case and accents. */
export const filterRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filter: string,
): Row[] => {
  const looked = columns.filter(({ filterable }) => filterable !== false);
  const words = searchWords(filter);
  if (words.length === 0) return [...rows];
  return rows.filter((row) => {
    const text = foldText(looked.map((column) => column.text(row)).join('\n'));
    return words.every((word) => text.includes(word));
  });
};

/** The rows in the order; those that are equal in it stay as they were. */
export const sortRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): Row[] => {
  const column = columns.find(({ key }) => key === order?.key);
  if (order === null || column === undefined) return [...rows];
  const sign = order.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * collator.compare(column.text(a), column.text(b)));
};

/** The page that is shown; a page past the end (rows were removed) is the last one. */
export const createTablePage = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  view: TableView,
): TablePage<Row> => {
  const matching = sortRows(filterRows(rows, columns, view.filter), columns, view.order);
  const pages = Math.max(1, Math.ceil(matching.length / view.pageSize));
  const page = Math.min(Math.max(0, view.page), pages - 1);
  const first = page * view.pageSize;
  return { rows: matching.slice(first, first + view.pageSize), matching, page, pages, first };
};

/** The order after a press on a column's heading: ascending, descending, then as it came. */
export const nextOrder = (order: Order | null, key: string): Order | null => {
  if (order?.key !== key) return { key, direction: 'ascending' };
  return order.direction === 'ascending' ? { key, direction: 'descending' } : null;
};
