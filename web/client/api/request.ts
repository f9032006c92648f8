import { headers } from '#contract/headers.ts';
import { createEmitter } from '../emitter.ts';
import { isProviderError } from '../identity/provider-error.ts';
import { ApiError, toResponseError } from './api-error.ts';
import { createTokenUnavailableError, fetchCurrentToken, readUserId } from './token.ts';
import { createTraceHeaders } from './traceparent.ts';

type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  timeoutMs: number;
  /** The browser completes the request even if the page is closed. */
  keepalive?: boolean;
  /** The body of a 2xx answer is read as a Blob. */
  asBlob?: true;
  /** The provider's id of the user on whose behalf the request is made. The request fails if this user is not signed in when it is sent. */
  uid?: string;
};

/** Emits the code of each 403 answer, unless the caller has set the token of the request. Some codes concern the whole session. */
export const forbiddenResponses = createEmitter<string>();

const createOfflineError = () =>
  new ApiError({
    code: 'offline',
    detail: 'The server cannot be reached. Check your connection and try again.',
  });

/** The identity provider's codes for an ended sign-in. After an error with any other code, a retry may succeed. */
const endedSignInCodes = [
  'user-token-expired',
  'user-disabled',
  'user-not-found',
  'invalid-user-token',
  'null-user',
  'invalid-refresh-token',
  'missing-refresh-token',
  'invalid-grant',
];

const fetchToken = async (forceRefresh: boolean): Promise<string | null> => {
  try {
    return await fetchCurrentToken(forceRefresh);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (isProviderError(cause, 'network-request-failed')) throw createOfflineError();
    if (!endedSignInCodes.some((code) => isProviderError(cause, code))) throw createTokenUnavailableError();
    throw new ApiError({
      code: 'sign-in-ended',
      detail: 'Your sign-in has ended. Please log in again.',
    });
  }
};

const toFetchError = (cause: unknown, signal: AbortSignal | undefined): unknown => {
  if (signal?.aborted) return signal.reason;
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new ApiError({
      code: 'timed-out',
      detail: 'The server took too long to answer. Please try again.',
    });
  return createOfflineError();
};

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const sendOnce = async (options: ApiRequest, forceRefresh: boolean) => {
  const token = await fetchToken(forceRefresh);
  if (options.uid !== undefined && (token === null || readUserId(token) !== options.uid))
    throw new ApiError({
      code: 'another-person',
      detail: 'This change belongs to a user who is no longer signed in.',
    });
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const response = await fetch(options.path, {
      method: options.method,
      headers: {
        accept: 'application/json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...createTraceHeaders(),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: options.body }),
      signal,
      ...(options.keepalive ? { keepalive: true } : {}),
    });
    const body = options.asBlob && response.ok ? await response.blob() : await readBody(response);
    return { status: response.status, headers: response.headers, body };
  } catch (cause) {
    throw toFetchError(cause, options.signal);
  }
};

const isTokenInvalid = (body: unknown) =>
  typeof body === 'object' && body !== null && 'code' in body && body.code === 'token-invalid';

/**
 * Sends a request with the user's token and a timeout. If the server refuses the token, for example because it has just expired, the token
 * is renewed and the request is sent once more.
 * @returns the parsed but unvalidated body of a 2xx answer, and its headers.
 * @throws ApiError, or the reason of `signal` if that ended the request.
 */
export const request = async (options: ApiRequest): Promise<{ headers: Headers; body: unknown }> => {
  let response = await sendOnce(options, false);
  if (response.status === 401 && isTokenInvalid(response.body)) response = await sendOnce(options, true);
  if (response.status >= 400) {
    const error = toResponseError(response);
    // If the caller has set the token, the answer says nothing about the session.
    if (error.status === 403 && options.headers?.authorization === undefined)
      forbiddenResponses.emit(error.code);
    throw error;
  }
  return response;
};

/** Returns the error for a 2xx answer of the wrong shape, for example a proxy's page, or the answer of a different version of the server. */
export const createUnreadableResponseError = (responseHeaders: Headers): ApiError =>
  new ApiError({
    code: 'unreadable',
    detail: 'The server sent an unexpected answer. Please reload the page.',
    requestId: responseHeaders.get(headers.requestId),
  });
