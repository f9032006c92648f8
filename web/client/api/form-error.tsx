import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from './api-error.ts';

/**
 * Shows above a form's button why the form could not be sent. `children`: advice and the request id. The alert element is
 * always in the page, so that screen readers announce its changes.
 */
export const FormError = ({ text, children }: { text: string | null; children?: ReactNode }) => (
  <div role="alert">
    {text !== null && (
      <div className="flex gap-3 rounded-control bg-bad-ground px-4 py-3 text-sm text-bad">
        <CircleAlert className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0 space-y-1 break-words">
          <p className="font-medium">{text}</p>
          {children}
        </div>
      </div>
    )}
  </div>
);

/** Shows the request id for support, if there is one. */
export const RequestId = ({ error }: { error: unknown }) =>
  error instanceof ApiError && error.requestId !== null ? (
    <p className="text-xs">
      Request <code className="select-all">{error.requestId}</code>
    </p>
  ) : null;

/** Shows why a command failed: a sentence, the message of the error, and the request id if there is one. */
export const CommandError = ({ text, error }: { text: string; error: unknown }) => (
  <FormError text={error === null ? null : text}>
    <p>{error instanceof Error ? error.message : 'Something went wrong on this page. Try again.'}</p>
    <RequestId error={error} />
  </FormError>
);
