import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSilentLogger } from '#platform/logging.ts';
import { retryLaterError, tokenInvalidError } from '#platform/problems.ts';
import { startTokenChecks } from './token-checks.ts';

const intervalMs = 60_000;
const verified: string[] = [];
const ended: string[] = [];
/** The provider's answer for a token; null if the token is valid. */
let answerFor: (token: string) => Error | null = () => null;
/** The token whose sessions cannot be ended; null: none. */
let failingToken: string | null = null;
let stop = () => {};

const session = (token: string | null) => ({
  token,
  endSignIn: async (given: string) => {
    if (given === failingToken) throw new Error('The session cannot be ended.');
    ended.push(given);
  },
});
const start = (tokens: (string | null)[]) => {
  stop = startTokenChecks({
    sessions: () => tokens.map(session),
    verify: async (token) => {
      verified.push(token);
      const refusal = answerFor(token);
      if (refusal) throw refusal;
    },
    intervalMs,
    logger: createSilentLogger(),
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  verified.length = 0;
  ended.length = 0;
  failingToken = null;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('verifies each token once per check, and ignores visitors', async () => {
  answerFor = () => null;
  start(['one', null, 'one', 'two']);
  await vi.advanceTimersByTimeAsync(intervalMs);
  expect(verified).toEqual(['one', 'two']);
  await vi.advanceTimersByTimeAsync(intervalMs);
  expect([verified.length, ended]).toEqual([4, []]);
});

test('ends all sessions of an invalid token, and no others', async () => {
  answerFor = (token) => (token === 'revoked' ? tokenInvalidError() : null);
  start(['revoked', 'valid', 'revoked']);
  await vi.advanceTimersByTimeAsync(intervalMs);
  expect(ended).toEqual(['revoked', 'revoked']);
});

test('ends no session while the provider does not answer, and soon gives up the check', async () => {
  answerFor = () => retryLaterError('unavailable', 'Try again.', 2);
  start(Array.from({ length: 1_000 }, (_, number) => `token-${number}`));
  await vi.advanceTimersByTimeAsync(intervalMs);
  expect(verified.length).toBeLessThan(30);
  expect(ended).toEqual([]);
  answerFor = () => null;
  await vi.advanceTimersByTimeAsync(intervalMs);
  expect(verified.length).toBeGreaterThan(1_000);
});

test('continues with the next token, and with the next check, after a session could not be ended', async () => {
  answerFor = (token) => (token === 'valid' ? null : tokenInvalidError());
  failingToken = 'broken';
  start(['broken', 'revoked', 'valid']);
  await vi.advanceTimersByTimeAsync(2 * intervalMs);
  expect(ended).toEqual(['revoked', 'revoked']);
  expect(verified).toHaveLength(6);
});

test('verifies nothing after it was stopped', async () => {
  start(['one']);
  stop();
  await vi.advanceTimersByTimeAsync(2 * intervalMs);
  expect(verified).toEqual([]);
});
