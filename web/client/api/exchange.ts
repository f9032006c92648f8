import { headers } from '#contract/headers.ts';
import { isProviderError } from '../identity/provider-error.ts';
import { ApiError, errorOf } from './api-error.ts';
import { tellRefusal } from './refusals.ts';
import { currentToken, subjectOf, tokenNotGiven } from './token.ts';

export type Exchange = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  timeoutMs: number;
  /** The call outlives the page that makes it. */
  keepalive?: boolean;
  /** What is answered is a file: its bytes, as a Blob. */
  file?: true;
  /** Made in this person's name (the provider's id) or not at all: somebody else may sit here by now. */
  person?: string;
};

const offline = () =>
  new ApiError({
    code: 'offline',
    detail: 'The server cannot be reached. Check your connection and try again.',
  });

/** Codes of the identity provider that say that nobody is signed in any more; all others say something about the provider. */
const endsOfSignIn = [
  ...['user-token-expired', 'user-disabled', 'user-not-found', 'invalid-user-token', 'null-user'],
  ...['invalid-refresh-token', 'missing-refresh-token', 'invalid-grant'],
];

/** The token, or why there is none: the identity provider was not reached, or takes the sign-in for ended. */
const tokenFor = async (fresh: boolean): Promise<string | null> => {
  try {
    return await currentToken(fresh);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (isProviderError(cause, 'network-request-failed')) throw offline();
    if (!endsOfSignIn.some((code) => isProviderError(cause, code))) throw tokenNotGiven();
    throw new ApiError({
      code: 'sign-in-ended',
      detail: 'Your sign-in has ended. Please log in again.',
    });
  }
};

const failureOf = (cause: unknown, signal: AbortSignal | undefined): unknown => {
  if (signal?.aborted) return signal.reason;
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new ApiError({
      code: 'timed-out',
      detail: 'The server took too long to answer. Please try again.',
    });
  return offline();
};

const bodyOf = async (answer: Response): Promise<unknown> => {
  const text = await answer.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const attempt = async (exchange: Exchange, fresh: boolean) => {
  const token = await tokenFor(fresh);
  if (exchange.person !== undefined && (token === null || subjectOf(token) !== exchange.person))
    throw new ApiError({
      code: 'another-person',
      detail: 'This was done by somebody who is not signed in any more.',
    });
  const timeout = AbortSignal.timeout(exchange.timeoutMs);
  const signal = exchange.signal ? AbortSignal.any([exchange.signal, timeout]) : timeout;
  try {
    const answer = await fetch(exchange.path, {
      method: exchange.method,
      headers: {
        accept: 'application/json',
        ...(exchange.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...exchange.headers,
      },
      ...(exchange.body === undefined ? {} : { body: exchange.body }),
      signal,
      ...(exchange.keepalive ? { keepalive: true } : {}),
    });
    const body = exchange.file && answer.ok ? await answer.blob() : await bodyOf(answer);
    return { status: answer.status, headers: answer.headers, body };
  } catch (cause) {
    throw failureOf(cause, exchange.signal);
  }
};

const tokenWasRefused = (body: unknown) =>
  typeof body === 'object' && body !== null && 'code' in body && body.code === 'token-invalid';

/**
 * One call, with the signed-in person's token and a limit of time. A token that has just run out is renewed once.
 * @returns the parsed body of a 2xx answer, unchecked, and its headers.
 * @throws ApiError for everything else; the reason of `signal` when it was that which ended the call.
 */
export const exchange = async (call: Exchange): Promise<{ headers: Headers; body: unknown }> => {
  let answer = await attempt(call, false);
  if (answer.status === 401 && tokenWasRefused(answer.body)) answer = await attempt(call, true);
  if (answer.status >= 400) {
    const error = errorOf(answer);
    // A call with a token of its own says nothing of who is signed in.
    if (error.status === 403 && call.headers?.authorization === undefined) tellRefusal(error.code);
    throw error;
  }
  return answer;
};

/** The error for a 2xx answer that does not have the promised shape: a proxy's page, or another build's server. */
export const unreadable = (answer: Headers): ApiError =>
  new ApiError({
    code: 'unreadable',
    detail: 'The answer of the server could not be read. Reload the page; it may be of another version.',
    requestId: answer.get(headers.requestId),
  });
