import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../button.tsx';
import { type PageSize, pageSizes, type TablePage } from './table-view.ts';

const numberFormat = new Intl.NumberFormat('en');

/**
 * Shows which rows are visible and offers the other pages and a CSV download. On the first and last page a button is
 * `aria-disabled` instead of `disabled`, so that it keeps the focus.
 */
export const Pager = <Row,>({
  caption,
  tablePage,
  pageSize,
  onPage,
  onPageSize,
  onSave,
  isSaving = false,
}: {
  caption: string;
  tablePage: TablePage<Row>;
  pageSize: PageSize;
  onPage: (page: number) => void;
  onPageSize: (pageSize: PageSize) => void;
  onSave: () => void;
  /** The CSV file is being fetched. */
  isSaving?: boolean;
}) => {
  const id = useId();
  const { total } = tablePage;
  const lastNumber = tablePage.firstIndex + tablePage.rows.length;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm text-muted tabular-nums">
      <p>
        {numberFormat.format(tablePage.firstIndex + 1)} to {numberFormat.format(lastNumber)} of{' '}
        {numberFormat.format(total)}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {total > pageSizes[0] && (
          <label htmlFor={id} className="flex items-center gap-2">
            Rows
            <select
              id={id}
              value={pageSize}
              onChange={(event) =>
                onPageSize(pageSizes.find((size) => size === Number(event.target.value)) ?? pageSizes[0])
              }
              className="min-h-9 rounded-control border border-control bg-surface px-2 text-ink"
            >
              {pageSizes.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </label>
        )}
        {tablePage.pageCount > 1 && (
          <nav aria-label={`Pages of ${caption}`} className="flex items-center gap-2">
            <Button
              variant="secondary"
              size="small"
              aria-label="Previous page"
              aria-disabled={tablePage.page === 0}
              onClick={() => onPage(tablePage.page - 1)}
            >
              <ChevronLeft className="size-4" />
            </Button>
            <span>
              Page {tablePage.page + 1} of {tablePage.pageCount}
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label="Next page"
              aria-disabled={tablePage.page === tablePage.pageCount - 1}
              onClick={() => onPage(tablePage.page + 1)}
            >
              <ChevronRight className="size-4" />
            </Button>
          </nav>
        )}
        <Button variant="secondary" size="small" isWorking={isSaving} onClick={onSave}>
          {!isSaving && <Download className="size-4" />}
          CSV <span className="sr-only">of {caption}</span>
        </Button>
      </div>
    </div>
  );
};
