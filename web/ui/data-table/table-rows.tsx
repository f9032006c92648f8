import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { Cell, HeadCell, Table } from '../table.tsx';
import type { DataTableColumn, TableParts } from './table-props.ts';
import type { Order, TablePage } from './table-view.ts';

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

const SortableHeadCell = <Row,>({
  column,
  order,
  onSort,
}: {
  column: DataTableColumn<Row>;
  order: Order | null;
  onSort: (key: string) => void;
}) => {
  const direction = order?.key === column.key ? order.direction : 'none';
  const Icon = icons[direction];
  return (
    <HeadCell aria-sort={direction} className={column.className}>
      <button
        type="button"
        onClick={() => onSort(column.key)}
        className="-my-3 -ml-4 flex min-h-11 items-center gap-1.5 rounded-control px-4 font-medium hover:text-brand"
      >
        {column.heading}
        <Icon className={classNames('size-4 shrink-0', direction === 'none' && 'opacity-60')} />
      </button>
    </HeadCell>
  );
};

const noRowClass = () => undefined;

const RowView = <Row,>({ table, row, number }: { table: TableParts<Row>; row: Row; number: number }) => {
  const useRowClass = table.useRowClass ?? noRowClass;
  return (
    <tr className={classNames('last:*:border-b-0', useRowClass(row))}>
      <Cell className="w-px text-muted tabular-nums">{number}</Cell>
      {table.columns.map((column) => (
        <Cell key={column.key} className={classNames('wrap-anywhere', column.className)}>
          {column.cell ? column.cell(row) : column.getText(row)}
        </Cell>
      ))}
      {table.actions && (
        <Cell className="w-px whitespace-nowrap">
          <div className="flex items-center gap-2">{table.actions(row)}</div>
        </Cell>
      )}
    </tr>
  );
};

export const TableRows = <Row,>({
  table,
  tablePage,
  order,
  onSort,
}: {
  table: TableParts<Row>;
  tablePage: TablePage<Row>;
  order: Order | null;
  onSort: (key: string) => void;
}) => (
  <Table caption={table.caption}>
    <thead>
      <tr>
        <HeadCell>#</HeadCell>
        {table.columns.map((column) =>
          column.isSortable === false ? (
            <HeadCell key={column.key} className={column.className}>
              {column.heading}
            </HeadCell>
          ) : (
            <SortableHeadCell key={column.key} column={column} order={order} onSort={onSort} />
          ),
        )}
        {table.actions && <HeadCell>Action</HeadCell>}
      </tr>
    </thead>
    <tbody>
      {tablePage.rows.map((row, index) => (
        <RowView key={table.getKey(row)} table={table} row={row} number={tablePage.firstIndex + index + 1} />
      ))}
    </tbody>
  </Table>
);
