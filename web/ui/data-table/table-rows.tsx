import { classNames } from '../class-names.ts';
import { Cell, HeadCell, SortableHeadCell, Table } from '../table.tsx';
import type { TableParts } from './table-props.ts';
import type { Order, TablePage } from './table-view.ts';

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
            <SortableHeadCell
              key={column.key}
              direction={order?.key === column.key ? order.direction : 'none'}
              onSort={() => onSort(column.key)}
              className={column.className}
            >
              {column.heading}
            </SortableHeadCell>
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
