import { CircleAlert, RotateCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ApiError } from './api-error.ts';

const getMessage = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong on this page. Try again.';

/** Shows what failed; with a Retry button if there is `onRetry`, and with the request id for support if the error has one. */
export const ErrorState = ({
  title,
  error,
  onRetry,
  isRetrying = false,
}: {
  /** For example 'The courses could not be loaded'. */
  title: string;
  error: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
}) => (
  <div role="alert" className="rounded-card border border-hairline bg-surface px-6 py-10 text-center">
    <CircleAlert className="mx-auto size-8 text-bad" />
    <p className="mt-3 text-lg font-medium">{title}</p>
    <p className="mx-auto mt-1 max-w-prose text-muted">{getMessage(error)}</p>
    {onRetry && (
      <Button variant="secondary" className="mt-6" isWorking={isRetrying} onClick={onRetry}>
        {!isRetrying && <RotateCw className="size-4" />}
        Retry
      </Button>
    )}
    {error instanceof ApiError && error.requestId !== null && (
      <p className="mt-4 text-xs text-muted">
        Request <code className="select-all">{error.requestId}</code>
      </p>
    )}
  </div>
);
