import { type ReactNode, useState } from 'react';
import { MoreButton } from './more-button.tsx';

const pageSize = 48;

/**
 * A list with a button that shows more items, so that ten thousand items stay fast. `children` renders one item.
 * @param filter identifies the current filter. A new filter starts with the first page again.
 */
export const PagedList = <T,>({
  items,
  getKey,
  filter = '',
  className,
  empty = null,
  children,
}: {
  items: readonly T[];
  getKey: (item: T) => string;
  filter?: string;
  className: string;
  empty?: ReactNode;
  children: (item: T, index: number) => ReactNode;
}) => {
  const [pages, setPages] = useState({ filter, visibleCount: pageSize });
  if (pages.filter !== filter) setPages({ filter, visibleCount: pageSize });
  const { visibleCount } = pages;
  const remaining = items.length - visibleCount;
  if (items.length === 0) return empty;
  return (
    <>
      <ul className={className}>
        {items.slice(0, visibleCount).map((item, index) => (
          <li key={getKey(item)} className="grid min-w-0">
            {children(item, index)}
          </li>
        ))}
      </ul>
      <div className="mt-8 text-center empty:hidden">
        <MoreButton
          key={filter}
          list={{
            hasNextPage: remaining > 0,
            isFetchingNextPage: false,
            fetchNextPage: () => setPages({ filter, visibleCount: visibleCount + pageSize }),
          }}
        >
          Show {Math.min(remaining, pageSize)} more of {items.length.toLocaleString('en')}
        </MoreButton>
      </div>
    </>
  );
};
