import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from './api-error.ts';

/**
 * Why a form could not be sent, above its button: the sentence, what to do next, and the request's id where there is one.
 * What was typed stays in the form. The place is always there, so that a screen reader hears it change.
 */
export const FormFailure = ({ text, children }: { text: string | null; children?: ReactNode }) => (
  <div role="alert">
    {text !== null && (
      <div className="flex gap-3 rounded-control bg-bad-ground px-4 py-3 text-sm text-bad">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <div className="min-w-0 space-y-1 break-words">
          <p className="font-medium">{text}</p>
          {children}
        </div>
      </div>
    )}
  </div>
);

/** The small print for whoever is asked for help, or nothing. */
export const RequestId = ({ error }: { error: unknown }) =>
  error instanceof ApiError && error.requestId !== null ? (
    <p className="text-xs">
      Request <code className="select-all">{error.requestId}</code>
    </p>
  ) : null;
