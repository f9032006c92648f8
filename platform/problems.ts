import type { ProblemCode } from '#contract/problem.ts';

/** What is wrong with one field of the input; `path` is dotted (`answers.3.text`), '' for the whole. */
export type FieldError = { path: string; message: string };

/**
 * A refusal or failure that is told to the client as `application/problem+json`. Anything else that is thrown
 * becomes `internal-error`, with the details in the log only.
 */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[] | undefined;
  /** Seconds after which the call may be sent again: becomes the header Retry-After. */
  readonly retryAfter: number | undefined;
  constructor(
    code: ProblemCode,
    detail: string,
    extra: { errors?: readonly FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause: extra.cause });
    this.code = code;
    this.errors = extra.errors;
    this.retryAfter = extra.retryAfter;
  }
}

/**
 * @param code the stable code; it decides status and title.
 * @param detail one sentence that a person understands and can act on.
 * @param errors for bad input: which fields, and why.
 */
export const problemError = (code: ProblemCode, detail: string, errors?: readonly FieldError[]) =>
  new ProblemError(code, detail, errors ? { errors } : {});

/** 429 and 503 say when to come again. */
export const tryAgainLater = (
  code: 'too-many-requests' | 'unavailable',
  detail: string,
  retryAfter: number,
  cause?: unknown,
) => new ProblemError(code, detail, { retryAfter: Math.max(1, Math.ceil(retryAfter)), cause });

/** A token that is genuine or not, but worth nothing: the client signs in anew. */
export const tokenInvalid = () =>
  problemError('token-invalid', 'The sign-in is not valid or has run out. Sign in again.');
