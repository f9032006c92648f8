import { classNames } from '../class-names.ts';
import { Select } from '../field.tsx';
import type { DataTableProps } from './data-table.tsx';
import type { Order, TablePage } from './table-view.ts';

const noOrder = 'none';
const textOfOrder = (order: Order | null) => (order === null ? noOrder : `${order.direction} ${order.key}`);

const plainRow = () => undefined;

const CardView = <Row,>({ facts, row, number }: { facts: DataTableProps<Row>; row: Row; number: number }) => {
  const useRowClass = facts.useRowClass ?? plainRow;
  return (
    <li className={classNames('rounded-card border border-hairline bg-surface p-4', useRowClass(row))}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <dt className="text-muted">#</dt>
        <dd>{number}</dd>
        {facts.columns.map((column) => (
          <div key={column.key} className="contents">
            <dt className="text-muted">{column.heading}</dt>
            <dd className="break-words">{column.cell ? column.cell(row) : column.text(row)}</dd>
          </div>
        ))}
      </dl>
      {facts.actions && <div className="mt-4 flex flex-wrap gap-2">{facts.actions(row)}</div>}
    </li>
  );
};

/** The rows as cards, under 640 px; their order is chosen from a list, as there are no headings to press. */
export const Cards = <Row,>({
  facts,
  part,
  order,
  onOrder,
}: {
  facts: DataTableProps<Row>;
  part: TablePage<Row>;
  order: Order | null;
  onOrder: (order: Order | null) => void;
}) => (
  <div className="space-y-3">
    <Select
      label="Sorted by"
      value={textOfOrder(order)}
      onChange={(event) => {
        const [direction, ...key] = event.target.value.split(' ');
        const given = direction === 'ascending' || direction === 'descending';
        onOrder(given ? { key: key.join(' '), direction } : null);
      }}
    >
      <option value={noOrder}>As they came</option>
      {facts.columns
        .filter(({ sortable }) => sortable !== false)
        .flatMap(({ key, heading }) => [
          <option key={`up ${key}`} value={`ascending ${key}`}>
            {heading}, A to Z
          </option>,
          <option key={`down ${key}`} value={`descending ${key}`}>
            {heading}, Z to A
          </option>,
        ])}
    </Select>
    <ul aria-label={facts.caption} className="space-y-3">
      {part.rows.map((row, index) => (
        <CardView key={facts.keyOf(row)} facts={facts} row={row} number={part.first + index + 1} />
      ))}
    </ul>
  </div>
);
