import { afterEach, expect, test, vi } from 'vitest';
import { connectionAtom } from '../connection.ts';
import { store } from '../store.ts';
import { retryRoleWhenLive } from './retry-role-when-live.ts';

/** Starts the retries. `session.requests` counts them. */
const start = (isRoleUnconfirmed: boolean) => {
  vi.useFakeTimers();
  const session = { isRoleUnconfirmed, requests: 0 };
  const stop = retryRoleWhenLive({
    isRoleUnconfirmed: () => session.isRoleUnconfirmed,
    refreshRole: async () => {
      session.requests += 1;
    },
  });
  stops.push(stop);
  return session;
};
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  store.set(connectionAtom, 'starting');
  vi.useRealTimers();
});

test('fetches an unconfirmed role when the live connection is back', () => {
  const session = start(true);
  store.set(connectionAtom, 'reconnecting');
  vi.advanceTimersByTime(60_000);
  expect(session.requests).toBe(0);
  store.set(connectionAtom, 'live');
  expect(session.requests).toBe(1);
});

test('fetches a role that is unconfirmed although the connection is live, until it is confirmed', () => {
  store.set(connectionAtom, 'live');
  const session = start(true);
  vi.advanceTimersByTime(40_000);
  expect(session.requests).toBe(2);
  session.isRoleUnconfirmed = false;
  vi.advanceTimersByTime(40_000);
  expect(session.requests).toBe(2);
});

test('does not fetch a confirmed role again', () => {
  const session = start(false);
  store.set(connectionAtom, 'live');
  vi.advanceTimersByTime(40_000);
  expect(session.requests).toBe(0);
});
