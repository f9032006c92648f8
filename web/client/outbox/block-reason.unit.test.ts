import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { connectionAtom } from '../connection.ts';
import { blockReasonAtom } from './block-reason.ts';
import { outboxAtom } from './outbox-atoms.ts';
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

test('names no reason if no action waits to be sent: those that are set aside wait for the user', () => {
  const store = createStore();
  store.set(connectionAtom, 'offline');
  const setAside = { ...createAction(1, 0), problem: 'The note is locked.' };
  store.set(outboxAtom, { actions: [setAside], needsSignIn: false });
  expect(store.get(blockReasonAtom)).toBeNull();
  store.set(outboxAtom, { actions: [setAside, createAction(0, 0)], needsSignIn: false });
  expect(store.get(blockReasonAtom)).toBe('offline');
});
