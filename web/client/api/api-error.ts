import { type Problem, type ProblemCode, problem } from '#contract/problems.ts';

/** The codes of failed requests that the client detects itself. The outbox has further codes. */
type FailureCode = 'offline' | 'timed-out' | 'unreadable' | 'sign-in-ended' | 'another-person';

/**
 * A failed request. `message` is a sentence for the user. `requestId` helps support to find the request in the server's log.
 * `errors` belong to the fields of a form. `status` is an HTTP status of 400 or more, or 0, for example if no answer arrived.
 */
export class ApiError extends Error {
  readonly code: ProblemCode | FailureCode | (string & {});
  readonly status: number;
  readonly requestId: string | null;
  readonly errors: readonly { path: string; message: string }[];
  readonly retryAfterMs: number | null;

  constructor(failure: {
    code: string;
    detail: string;
    status?: number;
    requestId?: string | null;
    errors?: Problem['errors'];
    retryAfterMs?: number | null;
  }) {
    super(failure.detail);
    this.name = 'ApiError';
    this.code = failure.code;
    this.status = failure.status ?? 0;
    this.requestId = failure.requestId ?? null;
    this.errors = failure.errors ?? [];
    this.retryAfterMs = failure.retryAfterMs ?? null;
  }
}

const transientStatuses = new Set([408, 425, 429, 502, 503, 504]);

/**
 * Returns whether a retry of the same request may succeed: the server or the sign-in service could not be reached, did not answer in
 * time, or was too busy.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'offline' || error.code === 'timed-out' || transientStatuses.has(error.status));

/** Parses a `Retry-After` header, which contains seconds or a date. Returns milliseconds, or null if there is no valid header. */
export const parseRetryAfterMs = (value: string | null, now: number): number | null => {
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
};

/**
 * Returns the error for an answer with a status of 400 or more. Its message is the server's if the body is a problem.
 * Otherwise a proxy may have answered, and the message is a general one.
 */
export const toResponseError = (response: { status: number; headers: Headers; body: unknown }): ApiError => {
  const retryAfterMs = parseRetryAfterMs(response.headers.get('retry-after'), Date.now());
  const parsed = problem.safeParse(response.body);
  if (parsed.success) return new ApiError({ ...parsed.data, retryAfterMs });
  const code = response.status >= 500 ? 'unavailable' : 'unreadable';
  const detail =
    response.status >= 500
      ? 'The server could not answer. Please try again in a moment.'
      : `The server refused the request (status ${response.status}).`;
  const requestId = response.headers.get('x-request-id');
  return new ApiError({ code, detail, status: response.status, requestId, retryAfterMs });
};
