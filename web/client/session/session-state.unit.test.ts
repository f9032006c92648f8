import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import type { Person } from '../identity/identity.ts';
import { atStart, evolve, type SessionEvent, type SessionState } from './session-state.ts';

const ada: Person = { uid: 'ada', email: 'ada@example.org', displayName: 'Ada', photoURL: null };
const bo: Person = { uid: 'bo', email: 'bo@example.org', displayName: 'Bo', photoURL: null };
const record = (userType: User['userType']): User => ({
  _id: '00000000-0000-4000-8000-000000000001',
  name: 'Ada',
  imageUrl: '/ada.svg',
  email: 'ada@example.org',
  userType,
  wishedType: null,
  registeredAt: '2026-01-01T00:00:00.000Z',
});
const after = (...events: SessionEvent[]): SessionState => events.reduce(evolve, atStart);
const signedIn = after({ type: 'provider-reported', person: ada });

test('loading until the provider has reported, with somebody or nobody', () => {
  expect(atStart.loading).toBe(true);
  expect(signedIn).toMatchObject({ loading: false, person: ada, role: { is: 'asking' } });
  expect(after({ type: 'provider-reported', person: null })).toMatchObject({
    loading: false,
    person: null,
    role: { is: 'none' },
  });
});

test('a person without an e-mail has no role to ask for', () => {
  const anonymous = after({ type: 'provider-reported', person: { ...ada, email: null } });
  expect(anonymous.role).toEqual({ is: 'none' });
  expect(evolve(anonymous, { type: 'role-asked' })).toBe(anonymous);
});

test('an act sets loading, and its failure ends it', () => {
  const trying = evolve(after({ type: 'provider-reported', person: null }), { type: 'act-began' });
  expect(trying.loading).toBe(true);
  expect(evolve(trying, { type: 'act-ended' }).loading).toBe(false);
});

test('the answer gives the role; no record asks to complete the registration', () => {
  const { question } = signedIn;
  expect(evolve(signedIn, { type: 'role-answered', question, record: record('Admin') }).role).toEqual({
    is: 'known',
    record: record('Admin'),
  });
  expect(evolve(signedIn, { type: 'role-answered', question, record: null }).role).toEqual({ is: 'missing' });
});

test('logout clears the role, and a late answer does not bring it back', () => {
  const { question } = signedIn;
  const out = evolve(signedIn, { type: 'provider-reported', person: null });
  expect(out.role).toEqual({ is: 'none' });
  expect(evolve(out, { type: 'role-answered', question, record: record('Admin') })).toBe(out);
});

test("one person's late answer is not taken for the next person's", () => {
  const { question } = signedIn;
  const other = evolve(signedIn, { type: 'provider-reported', person: bo });
  expect(evolve(other, { type: 'role-answered', question, record: record('Admin') })).toBe(other);
  expect(evolve(other, { type: 'role-failed', question })).toBe(other);
});

test('asked again, the known role stays until the new one comes; only the newest answer counts', () => {
  const known = evolve(signedIn, {
    type: 'role-answered',
    question: signedIn.question,
    record: record('Student'),
  });
  const again = evolve(known, { type: 'role-asked' });
  expect(again.role).toEqual({ is: 'known', record: record('Student') });
  const late = { type: 'role-answered', question: known.question, record: record('Student') } as const;
  expect(evolve(again, late)).toBe(again);
  const newest = { type: 'role-answered', question: again.question, record: record('Admin') } as const;
  expect(evolve(again, newest).role).toEqual({ is: 'known', record: record('Admin') });
  expect(evolve(again, { type: 'role-failed', question: again.question }).role).toEqual({
    is: 'known',
    record: record('Student'),
  });
});

test('a question that failed can be asked again', () => {
  const failed = evolve(signedIn, { type: 'role-failed', question: signedIn.question });
  expect(failed.role).toEqual({ is: 'failed' });
  expect(evolve(failed, { type: 'role-asked' }).role).toEqual({ is: 'asking' });
});

test('the same person reported again keeps the role; a changed profile is taken over', () => {
  const known = evolve(signedIn, {
    type: 'role-answered',
    question: signedIn.question,
    record: record('Student'),
  });
  const renamed = { ...ada, displayName: 'Ada L.' };
  expect(evolve(known, { type: 'provider-reported', person: renamed })).toMatchObject({
    person: renamed,
    role: { is: 'known' },
  });
  expect(evolve(known, { type: 'profile-changed', person: renamed }).person).toEqual(renamed);
  expect(evolve(known, { type: 'profile-changed', person: bo })).toBe(known);
});
