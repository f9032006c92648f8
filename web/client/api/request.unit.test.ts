import { afterEach, expect, test } from 'vitest';
import { isTransient } from './api-error.ts';
import { request } from './request.ts';
import { createTokenUnavailableError, setTokenSource } from './token.ts';

afterEach(() => setTokenSource(async () => null));

const requestAndCatchError = () =>
  request({ method: 'GET', path: '/courses', timeoutMs: 1_000 }).catch((thrown: unknown) => thrown);
const failProviderWith = (code: string) =>
  setTokenSource(async () => {
    throw Object.assign(new Error(`Firebase: Error (${code}).`), { code });
  });

test('reports a transient error if the browser is offline when the token must be renewed', async () => {
  failProviderWith('auth/network-request-failed');
  const error = await requestAndCatchError();
  expect(error).toMatchObject({ name: 'ApiError', code: 'offline' });
  expect(isTransient(error)).toBe(true);
});

test.each(['auth/internal-error', 'auth/quota-exceeded'])(
  'reports a transient error if the identity provider fails with %s',
  async (code) => {
    failProviderWith(code);
    const error = await requestAndCatchError();
    expect(error).toMatchObject({ name: 'ApiError', code: 'timed-out' });
    expect(isTransient(error)).toBe(true);
  },
);

test.each(['auth/user-token-expired', 'auth/user-disabled', 'auth/invalid-refresh-token'])(
  'reports an ended sign-in if the identity provider fails with %s',
  async (code) => {
    failProviderWith(code);
    const error = await requestAndCatchError();
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'Your sign-in has ended. Please log in again.',
    });
    expect(isTransient(error)).toBe(false);
  },
);

test('reports a transient error if the token does not arrive in time', async () => {
  setTokenSource(async () => {
    throw createTokenUnavailableError();
  });
  const error = await requestAndCatchError();
  expect(error).toMatchObject({ name: 'ApiError', code: 'timed-out' });
  expect(isTransient(error)).toBe(true);
});
