import { type ReactNode, useState } from 'react';
import { MoreButton } from './more-button.tsx';

const pageSize = 48;

/**
 * A list that shows only its first items, and more of them with each press of a button, so that a list of ten thousand items renders fast.
 * `children` renders one item.
 * @param filter identifies the current filter. If it changes, the list shows only its first items again.
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
  const [shown, setShown] = useState({ filter, visibleCount: pageSize });
  if (shown.filter !== filter) setShown({ filter, visibleCount: pageSize });
  const { visibleCount } = shown;
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
            fetchNextPage: async () => {
              setShown({ filter, visibleCount: visibleCount + pageSize });
              return { error: null };
            },
          }}
        >
          Show {Math.min(remaining, pageSize)} more of {items.length.toLocaleString('en')}
        </MoreButton>
      </div>
    </>
  );
};
