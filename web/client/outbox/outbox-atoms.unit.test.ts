import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { blockReasonAtom, outboxAtom } from './outbox-atoms.ts';
import type { PendingAction } from './pending-action.ts';

const createAction = (tries: number, notBefore: number): PendingAction => ({
  order: 1,
  uid: 'sam',
  key: '00000000-0000-4000-8000-000000000000',
  kind: 'note-taken',
  about: 'x',
  method: 'POST',
  path: '/notes',
  words: 'Note',
  tab: 'tab',
  madeAt: 0,
  failures: 0,
  problem: null,
  tries,
  notBefore,
});

test.each([
  ['nothing, before the first attempt', 0, 0, null],
  ['the server, after a failed attempt', 1, 60_000, 'unreachable'],
  ['the next day, if the server asked to wait for hours', 1, 3 * 3_600_000, 'budget'],
])('names what sending is waiting for: %s', (_, tries, delayMs, reason) => {
  const store = createStore();
  store.set(outboxAtom, { actions: [createAction(tries, Date.now() + delayMs)], needsSignIn: false });
  expect(store.get(blockReasonAtom)).toBe(reason);
});
