import { CircleAlert, RotateCw } from 'lucide-react';
import { ApiError } from './api-error.ts';
import { Button } from '../../ui/button.tsx';

const sentenceOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something unexpected happened in this page.';

/** What failed, in a sentence; Retry; and the request's id for whoever is asked for help. */
export const ErrorState = ({
  title,
  error,
  onRetry,
  retrying = false,
}: {
  /** What failed: 'The courses could not be loaded'. */
  title: string;
  error: unknown;
  onRetry?: () => void;
  retrying?: boolean;
}) => (
  <div role="alert" className="rounded-card border border-hairline bg-surface px-6 py-10 text-center">
    <CircleAlert className="mx-auto size-8 text-bad" aria-hidden="true" />
    <p className="mt-3 text-lg font-medium">{title}</p>
    <p className="mx-auto mt-1 max-w-prose text-muted">{sentenceOf(error)}</p>
    {onRetry && (
      <Button look="second" className="mt-6" working={retrying} onClick={onRetry}>
        {!retrying && <RotateCw className="size-4" aria-hidden="true" />}
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
