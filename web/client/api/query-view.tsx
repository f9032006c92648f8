import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => unknown };

/** Shows that a query failed. @param title for example 'The courses could not be loaded'. */
export const QueryError = ({ title, query }: { title: string; query: FailedQuery }) => (
  <ErrorState
    title={title}
    error={query.error}
    onRetry={() => void query.refetch()}
    isRetrying={query.isFetching}
  />
);

/** Shows the data of a query, even if fetching it again failed. Without data it shows `loading` or the error. */
export const QueryView = <T,>({
  query,
  title,
  loading,
  children,
}: {
  query: FailedQuery & { data: T | undefined };
  title: string;
  loading: ReactNode;
  children: (data: T) => ReactNode;
}) => {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <QueryError title={title} query={query} /> : loading;
};
