import { useState } from 'react';
import { saveFile } from '../save-file.ts';
import { useIsNarrow } from '../use-is-narrow.ts';
import { Pager } from './pager.tsx';
import { TableCards } from './table-cards.tsx';
import type { DataTableProps } from './table-props.ts';
import { TableRows } from './table-rows.tsx';
import { createCsv, createTablePage, getNextOrder, pageSizes, type TableView } from './table-view.ts';

/**
 * A table with row numbers, sorting, pages and a CSV download of all rows in the current order. On narrow screens the
 * rows are cards.
 */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { rows, columns } = props;
  const [view, setView] = useState<TableView>({
    order: null,
    page: 0,
    pageSize: pageSizes[0],
  });
  const isNarrow = useIsNarrow(props.cardsBelowPx);
  if (rows.length === 0) return props.empty;

  const tablePage = createTablePage(rows, columns, view);
  const sortBy = (key: string) => setView({ ...view, order: getNextOrder(view.order, key), page: 0 });
  const save = () =>
    saveFile(
      `${props.fileName}.csv`,
      new Blob([createCsv(tablePage.sortedRows, columns)], { type: 'text/csv;charset=utf-8' }),
    );
  return (
    <div className="space-y-3">
      {isNarrow ? (
        <TableCards
          table={props}
          tablePage={tablePage}
          order={view.order}
          onOrder={(order) => setView({ ...view, order, page: 0 })}
        />
      ) : (
        <TableRows table={props} tablePage={tablePage} order={view.order} onSort={sortBy} />
      )}
      <Pager
        caption={props.caption}
        tablePage={tablePage}
        pageSize={view.pageSize}
        onPage={(page) => setView({ ...view, page })}
        onPageSize={(pageSize) => setView({ ...view, pageSize, page: 0 })}
        onSave={save}
      />
    </div>
  );
};
