import { afterEach, expect, test } from 'vitest';
import { sessionStateAtom } from '../../client/session/session.ts';
import type { SessionState } from '../../client/session/session-state.ts';
import { store } from '../../client/store.ts';
import { notifyAtom } from './notifications.ts';

const before = store.get(sessionStateAtom);
afterEach(() => store.set(sessionStateAtom, before));

const signIn = (name: string, id: string) => {
  const session: SessionState = {
    loading: false,
    person: { uid: name, email: `${name}@example.org`, displayName: name, photoURL: null },
    role: {
      is: 'known',
      record: {
        _id: id,
        name,
        imageUrl: '/person.svg',
        email: `${name}@example.org`,
        userType: 'Student',
        wishedType: null,
        registeredAt: '2026-01-01T00:00:00.000Z',
      },
    },
    question: 1,
  };
  store.set(sessionStateAtom, session);
};
const sam = () => signIn('sam', '00000000-0000-4000-8000-000000000001');
const eve = () => signIn('eve', '00000000-0000-4000-8000-000000000002');

test('at a shared computer everybody chooses for themselves whether they are notified', () => {
  sam();
  expect(store.get(notifyAtom)).toBe(false);
  store.set(notifyAtom, true);
  expect(store.get(notifyAtom)).toBe(true);
  eve();
  expect(store.get(notifyAtom)).toBe(false);
  store.set(notifyAtom, true);
  store.set(notifyAtom, false);
  sam();
  expect(store.get(notifyAtom)).toBe(true);
  store.set(sessionStateAtom, before);
  expect(store.get(notifyAtom)).toBe(false);
});
