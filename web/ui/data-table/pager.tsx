import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../button.tsx';
import { type PageSize, pageSizes, type TablePage } from './table-view.ts';

const number = new Intl.NumberFormat('en');

/**
 * Which rows are shown of how many, the way to the others, and the CSV. The pages show only where there are several. At an end
 * a button is not `disabled`, which would take the focus from the hand that has just pressed it.
 */
export const Pager = <Row,>({
  caption,
  part,
  pageSize,
  onPage,
  onPageSize,
  onSave,
}: {
  caption: string;
  part: TablePage<Row>;
  pageSize: PageSize;
  onPage: (page: number) => void;
  onPageSize: (pageSize: PageSize) => void;
  onSave: () => void;
}) => {
  const id = useId();
  const total = part.matching.length;
  const last = part.first + part.rows.length;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm text-muted tabular-nums">
      <p>
        {number.format(part.first + 1)} to {number.format(last)} of {number.format(total)}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {total > pageSizes[0] && (
          <label htmlFor={id} className="flex items-center gap-2">
            Rows
            <select
              id={id}
              value={pageSize}
              onChange={(event) =>
                onPageSize(pageSizes.find((size) => size === Number(event.target.value)) ?? 25)
              }
              className="min-h-9 rounded-control border border-control bg-surface px-2 text-ink"
            >
              {pageSizes.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </label>
        )}
        {part.pages > 1 && (
          <nav aria-label={`Pages of ${caption}`} className="flex items-center gap-2">
            <Button
              look="second"
              size="small"
              aria-label="Previous page"
              aria-disabled={part.page === 0 || undefined}
              onClick={() => part.page > 0 && onPage(part.page - 1)}
            >
              <ChevronLeft className="size-4" aria-hidden="true" />
            </Button>
            <span>
              Page {part.page + 1} of {part.pages}
            </span>
            <Button
              look="second"
              size="small"
              aria-label="Next page"
              aria-disabled={part.page === part.pages - 1 || undefined}
              onClick={() => part.page < part.pages - 1 && onPage(part.page + 1)}
            >
              <ChevronRight className="size-4" aria-hidden="true" />
            </Button>
          </nav>
        )}
        <Button look="second" size="small" onClick={onSave}>
          <Download className="size-4" aria-hidden="true" />
          CSV <span className="sr-only">of {caption}</span>
        </Button>
      </div>
    </div>
  );
};
