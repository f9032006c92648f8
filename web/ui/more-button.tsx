import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** The part of a TanStack infinite query that fetches the next page. */
type InfiniteList = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** A button that fetches the next page of a list. Renders nothing on the last page. */
export const MoreButton = ({
  list,
  className,
  children,
}: {
  list: InfiniteList;
  className?: string;
  children: ReactNode;
}) =>
  list.hasNextPage && (
    <Button
      variant="secondary"
      className={className}
      isWorking={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  );
