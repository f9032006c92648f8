import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

/** The part of a TanStack infinite query that fetches the next page. */
type InfiniteList = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ error: Error | null }>;
};

/**
 * A button that fetches the next page of a list. Renders nothing after the last page, except while the button has the focus: then it
 * stays, but does nothing, so that the focus is not lost. If the page cannot be fetched, a toast says why.
 */
export const MoreButton = ({
  list,
  className,
  children,
}: {
  list: InfiniteList;
  className?: string;
  children: ReactNode;
}) => {
  const [isFocused, setFocused] = useState(false);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (!hasNextPage && !isFocused) return null;
  const fetchMore = async () => {
    const { error } = await fetchNextPage();
    if (error) toast.error(error.message);
  };
  return (
    <Button
      variant="secondary"
      className={className}
      isWorking={isFetchingNextPage}
      aria-disabled={!hasNextPage}
      onFocus={() => setFocused(true)}
      // When the window loses the focus, the button keeps it within the page.
      onBlur={(event) => setFocused(document.activeElement === event.currentTarget)}
      onClick={() => void fetchMore()}
    >
      {hasNextPage ? children : 'No more to show'}
    </Button>
  );
};
