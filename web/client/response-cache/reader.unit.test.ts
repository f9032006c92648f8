import { afterEach, expect, test } from 'vitest';
import { sessionStateAtom } from '../session/session.ts';
import { atStart, evolve, type SessionEvent } from '../session/session-state.ts';
import { store } from '../store.ts';
import { readerOfAnswer } from './reader.ts';

afterEach(() => store.set(sessionStateAtom, atStart));

const happen = (...events: SessionEvent[]) => {
  for (const event of events) store.set(sessionStateAtom, (session) => evolve(session, event));
};
const sam = { uid: 'sam', email: 'sam@example.org', displayName: 'Sam', photoURL: null };
const samIsThere = (): SessionEvent[] => [
  { type: 'provider-reported', person: sam },
  {
    type: 'role-answered',
    question: store.get(sessionStateAtom).question + 1,
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

test('the first answers come before it is known who is there, and are kept for them', async () => {
  const reader = readerOfAnswer();
  happen(...samIsThere());
  expect(await reader).toBe('sam');
});

test('an answer that came while its reader logged out is kept for nobody, the visitor after them neither', async () => {
  happen(...samIsThere(), { type: 'act-began' });
  const reader = readerOfAnswer();
  happen({ type: 'provider-reported', person: null });
  expect(await reader).toBeNull();
  expect(await readerOfAnswer()).toBe('visitor');
});

test('a logout that failed changes nothing', async () => {
  happen(...samIsThere(), { type: 'act-began' });
  const reader = readerOfAnswer();
  happen({ type: 'act-ended' });
  expect(await reader).toBe('sam');
});
