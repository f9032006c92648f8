import { type Problem, type ProblemCode, problem } from '#contract/problem.ts';

/** What went wrong with a call, besides the server's own problems. */
export type FailureCode = 'offline' | 'timed-out' | 'unreadable' | 'sign-in-ended';

/**
 * A call that did not succeed. `message` is a sentence for the person; `code` is for decisions; `requestId` helps
 * whoever is asked for help; `errors` name the fields of a form.
 */
export class ApiError extends Error {
  readonly code: ProblemCode | FailureCode | (string & {});
  readonly status: number;
  readonly requestId: string | null;
  readonly errors: readonly { path: string; message: string }[];
  readonly retryAfterMs: number | null;

  constructor(facts: {
    code: string;
    detail: string;
    status?: number;
    requestId?: string | null;
    errors?: Problem['errors'];
    retryAfterMs?: number | null;
  }) {
    super(facts.detail);
    this.name = 'ApiError';
    this.code = facts.code;
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId ?? null;
    this.errors = facts.errors ?? [];
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

/** Whether the same call may well succeed in a moment, and did not do anything yet as far as can be known. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'offline' ||
    error.code === 'timed-out' ||
    error.status === 429 ||
    error.status === 502 ||
    error.status === 503 ||
    error.status === 504);

/** `Retry-After` in milliseconds: it comes as seconds or as a date. */
export const retryAfterOf = (value: string | null, now: number): number | null => {
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
};

/**
 * The error that an answer with a status of 400 or more stands for: the server's own words where the body is a problem,
 * a plain sentence where something between us answered (a proxy's page, an empty body).
 */
export const errorOf = (answer: { status: number; headers: Headers; body: unknown }): ApiError => {
  const retryAfterMs = retryAfterOf(answer.headers.get('retry-after'), Date.now());
  const parsed = problem.safeParse(answer.body);
  if (parsed.success) return new ApiError({ ...parsed.data, retryAfterMs });
  const code = answer.status >= 500 ? 'unavailable' : 'unreadable';
  const detail =
    answer.status >= 500
      ? 'The server could not answer. Please try again in a moment.'
      : `The server refused this (status ${answer.status}) without saying why.`;
  const requestId = answer.headers.get('x-request-id');
  return new ApiError({ code, detail, status: answer.status, requestId, retryAfterMs });
};
