import { Button } from './button.tsx';

/** The hint of a field whose choices could not be loaded, with a button that loads them again. */
export const RetryHint = ({
  text,
  query,
}: {
  text: string;
  query: { isFetching: boolean; refetch: () => unknown };
}) => (
  <>
    {text}{' '}
    <Button variant="quiet" size="small" isWorking={query.isFetching} onClick={() => void query.refetch()}>
      Retry
    </Button>
  </>
);
