import { classNames } from '../class-names.ts';
import { Select } from '../field.tsx';
import type { TableParts } from './table-props.ts';
import { formatOrderName, type Order, type TablePage } from './table-view.ts';

const noOrder = 'none';
const toOptionValue = (order: Order | null) => (order === null ? noOrder : `${order.direction} ${order.key}`);

const noRowClass = () => undefined;

const CardView = <Row,>({ table, row, number }: { table: TableParts<Row>; row: Row; number: number }) => {
  const useRowClass = table.useRowClass ?? noRowClass;
  return (
    <li className={classNames('rounded-card border border-hairline bg-surface p-4', useRowClass(row))}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <dt className="text-muted">#</dt>
        <dd>{number}</dd>
        {table.columns.map((column) => (
          <div key={column.key} className="contents">
            <dt className="text-muted">{column.heading}</dt>
            <dd className="break-words">{column.cell ? column.cell(row) : column.getText(row)}</dd>
          </div>
        ))}
      </dl>
      {table.actions && <div className="mt-4 flex flex-wrap gap-2">{table.actions(row)}</div>}
    </li>
  );
};

/** The rows as cards, for narrow screens. The order is chosen in a select, because there are no column headings. */
export const TableCards = <Row,>({
  table,
  tablePage,
  order,
  onOrder,
}: {
  table: TableParts<Row>;
  tablePage: TablePage<Row>;
  order: Order | null;
  onOrder: (order: Order | null) => void;
}) => (
  <div className="space-y-3">
    <Select
      label="Sort by"
      value={toOptionValue(order)}
      onChange={(event) => {
        const [direction, ...key] = event.target.value.split(' ');
        const isOrder = direction === 'ascending' || direction === 'descending';
        onOrder(isOrder ? { key: key.join(' '), direction } : null);
      }}
    >
      <option value={noOrder}>Original order</option>
      {table.columns
        .filter(({ isSortable }) => isSortable !== false)
        .flatMap((column) =>
          (['ascending', 'descending'] as const).map((direction) => (
            <option key={`${direction} ${column.key}`} value={toOptionValue({ key: column.key, direction })}>
              {formatOrderName(column, direction)}
            </option>
          )),
        )}
    </Select>
    <ul aria-label={table.caption} className="grid gap-3 sm:grid-cols-2">
      {tablePage.rows.map((row, index) => (
        <CardView key={table.getKey(row)} table={table} row={row} number={tablePage.firstIndex + index + 1} />
      ))}
    </ul>
  </div>
);
