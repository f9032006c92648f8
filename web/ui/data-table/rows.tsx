import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { Cell, HeadCell, Table } from '../table.tsx';
import type { DataTableColumn, DataTableProps } from './data-table.tsx';
import type { Order, TablePage } from './table-view.ts';

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

const SortHead = <Row,>({
  column,
  order,
  onPress,
}: {
  column: DataTableColumn<Row>;
  order: Order | null;
  onPress: (key: string) => void;
}) => {
  const direction = order?.key === column.key ? order.direction : 'none';
  const Icon = icons[direction];
  return (
    <HeadCell aria-sort={direction} {...(column.className ? { className: column.className } : {})}>
      <button
        type="button"
        onClick={() => onPress(column.key)}
        className="-my-3 -ml-4 flex min-h-11 items-center gap-1.5 rounded-control px-4 font-medium hover:text-brand"
      >
        {column.heading}
        <Icon
          className={classNames('size-4 shrink-0', direction === 'none' && 'opacity-60')}
          aria-hidden="true"
        />
      </button>
    </HeadCell>
  );
};

const plainRow = () => undefined;

const RowView = <Row,>({ facts, row, number }: { facts: DataTableProps<Row>; row: Row; number: number }) => {
  const useRowClass = facts.useRowClass ?? plainRow;
  return (
    <tr className={classNames('last:*:border-b-0', useRowClass(row))}>
      <Cell className="w-px text-muted tabular-nums">{number}</Cell>
      {facts.columns.map((column) => (
        <Cell key={column.key} className={classNames('wrap-anywhere', column.className)}>
          {column.cell ? column.cell(row) : column.text(row)}
        </Cell>
      ))}
      {facts.actions && (
        <Cell className="w-px whitespace-nowrap">
          <div className="flex items-center gap-2">{facts.actions(row)}</div>
        </Cell>
      )}
    </tr>
  );
};

/** The rows as a table, from 640 px on. */
export const Rows = <Row,>({
  facts,
  part,
  order,
  onPress,
}: {
  facts: DataTableProps<Row>;
  part: TablePage<Row>;
  order: Order | null;
  onPress: (key: string) => void;
}) => (
  <Table caption={facts.caption}>
    <thead>
      <tr>
        <HeadCell>#</HeadCell>
        {facts.columns.map((column) =>
          column.sortable === false ? (
            <HeadCell key={column.key} {...(column.className ? { className: column.className } : {})}>
              {column.heading}
            </HeadCell>
          ) : (
            <SortHead key={column.key} column={column} order={order} onPress={onPress} />
          ),
        )}
        {facts.actions && <HeadCell>Action</HeadCell>}
      </tr>
    </thead>
    <tbody>
      {part.rows.map((row, index) => (
        <RowView key={facts.keyOf(row)} facts={facts} row={row} number={part.first + index + 1} />
      ))}
    </tbody>
  </Table>
);
