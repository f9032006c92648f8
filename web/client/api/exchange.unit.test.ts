import { afterEach, expect, test } from 'vitest';
import { isPassing } from './api-error.ts';
import { exchange } from './exchange.ts';
import { provideTokens, tokenNotGiven } from './token.ts';

afterEach(() => provideTokens(async () => null));

const call = { method: 'GET', path: '/courses', timeoutMs: 1_000 } as const;
const providerFails = (code: string) =>
  provideTokens(async () => {
    throw Object.assign(new Error(`Firebase: Error (${code}).`), { code });
  });

test('a token that cannot be renewed for want of a line is a call that may succeed in a moment', async () => {
  providerFails('auth/network-request-failed');
  const error = await exchange(call).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ApiError', code: 'offline' });
  expect(isPassing(error)).toBe(true);
});

test.each(['auth/internal-error', 'auth/quota-exceeded'])(
  '%s of a provider in trouble is no end of the sign-in',
  async (code) => {
    providerFails(code);
    const error = await exchange(call).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ApiError', code: 'timed-out' });
    expect(isPassing(error)).toBe(true);
  },
);

test.each(['auth/user-token-expired', 'auth/user-disabled', 'auth/invalid-refresh-token'])(
  '%s: a sign-in that the provider has ended is said in a sentence, and not tried again',
  async (code) => {
    providerFails(code);
    const error = await exchange(call).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'Your sign-in has ended. Please log in again.',
    });
    expect(isPassing(error)).toBe(false);
  },
);

test('a token that does not come in time is not the end of the sign-in: the call may be made again', async () => {
  provideTokens(async () => {
    throw tokenNotGiven();
  });
  const error = await exchange(call).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ApiError', code: 'timed-out' });
  expect(isPassing(error)).toBe(true);
});
