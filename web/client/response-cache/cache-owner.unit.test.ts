import { afterEach, expect, test } from 'vitest';
import { sessionStateAtom } from '../session/session.ts';
import { evolve, initialSessionState, type SessionEvent } from '../session/session-state.ts';
import { store } from '../store.ts';
import { resolveResponseOwner } from './cache-owner.ts';

afterEach(() => store.set(sessionStateAtom, initialSessionState));

const apply = (...events: SessionEvent[]) => {
  for (const event of events) store.set(sessionStateAtom, (session) => evolve(session, event));
};
const sam = {
  uid: 'sam',
  email: 'sam@example.org',
  displayName: 'Sam',
  photoURL: null,
  isEmailVerified: true,
};
const createSignInOfSam = (): SessionEvent[] => [
  { type: 'provider-reported', person: sam },
  {
    type: 'role-received',
    roleRequest: store.get(sessionStateAtom).roleRequest + 1,
    record: {
      _id: '00000000-0000-4000-8000-000000000001',
      name: 'Sam',
      imageUrl: '/sam.svg',
      email: sam.email,
      userType: 'Student',
      wishedType: null,
      registeredAt: '2026-01-01T00:00:00.000Z',
    },
  },
];

test('a response that arrives while the session is loading belongs to the user who signs in', async () => {
  const owner = resolveResponseOwner();
  apply(...createSignInOfSam());
  expect(await owner).toBe('sam');
});

test('assigns a response to nobody if its user signs out before the session has loaded', async () => {
  apply(...createSignInOfSam(), { type: 'operation-began' });
  const owner = resolveResponseOwner();
  apply({ type: 'provider-reported', person: null });
  expect(await owner).toBeNull();
  expect(await resolveResponseOwner()).toBe('visitor');
});

test('assigns a response to its user if the user is still signed in when the session has loaded', async () => {
  apply(...createSignInOfSam(), { type: 'operation-began' });
  const owner = resolveResponseOwner();
  apply({ type: 'operation-ended' });
  expect(await owner).toBe('sam');
});
