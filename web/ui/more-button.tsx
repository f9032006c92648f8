import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** What an infinite query of TanStack says of its next page. */
type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** Fetches the next page of a list; nothing where there is none. */
export const MoreButton = ({
  list,
  className,
  children,
}: {
  list: Paged;
  className?: string;
  children: ReactNode;
}) =>
  list.hasNextPage && (
    <Button
      look="second"
      {...(className ? { className } : {})}
      working={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  );
