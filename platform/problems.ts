import type { ProblemCode } from '#contract/problems.ts';

/** An error in one input field. `path` is dotted (`answers.3.text`); '' means the whole input. */
export type FieldError = { path: string; message: string };

/**
 * An error that is sent to the client as `application/problem+json`. Any other error, except some of Koa and Node, becomes
 * `internal-error`, with its details only in the log (see `problemAnswers`).
 */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[] | undefined;
  /** Seconds to wait before a retry, sent as header Retry-After. */
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
 * Creates a problem.
 * @param code the stable code, which decides status and title.
 * @param detail tells the user what is wrong or what to do.
 * @param errors for invalid input: the fields and what is wrong with them.
 */
export const problemError = (code: ProblemCode, detail: string, errors?: readonly FieldError[]) =>
  new ProblemError(code, detail, errors ? { errors } : {});

/** Creates a problem with status 429 or 503. @param retryAfter seconds to wait before a retry. */
export const retryLaterError = (
  code: 'too-many-requests' | 'unavailable',
  detail: string,
  retryAfter: number,
  cause?: unknown,
) => new ProblemError(code, detail, { retryAfter: Math.max(1, Math.ceil(retryAfter)), cause });

/** Creates the problem for a token that is invalid or has expired. */
export const tokenInvalidError = () =>
  problemError('token-invalid', 'The sign-in is not valid or has expired. Sign in again.');
