import { ApiError, isTransient } from '../api/api-error.ts';

/** The consequence of a failed attempt for the action. */
type FailureOutcome =
  /** The server was not reached, did not answer in time, or asked to wait: for `afterMs` if it said how long. */
  | { type: 'retry'; afterMs: number | null }
  /** The server failed while it handled the request, or the error is not an ApiError. */
  | { type: 'server-error' }
  /** The user must sign in again first. */
  | { type: 'sign-in-required' }
  /** The server has refused the action for good, or has sent an answer that this build cannot read. */
  | { type: 'refused' };

/** Returns whether the answer is from a proxy or a captive portal: unreadable, and without the request id that the server sends. */
const isFromIntermediary = ({ code, requestId }: ApiError) => code === 'unreadable' && requestId === null;

export const classifyFailure = (error: unknown): FailureOutcome => {
  if (!(error instanceof ApiError)) return { type: 'server-error' };
  const { code, status } = error;
  if (isFromIntermediary(error)) return { type: 'retry', afterMs: null };
  if (isTransient(error)) return { type: 'retry', afterMs: error.retryAfterMs };
  if (code === 'sign-in-ended' || code === 'another-person' || status === 401)
    return { type: 'sign-in-required' };
  return { type: status >= 500 ? 'server-error' : 'refused' };
};
