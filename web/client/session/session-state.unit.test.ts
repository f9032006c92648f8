import { expect, test } from 'vitest';
import type { User } from '#contract/schemas/users.ts';
import type { Person } from '../identity/identity-provider.ts';
import { evolve, initialSessionState, type SessionEvent, type SessionState } from './session-state.ts';

const ada: Person = {
  uid: 'ada',
  email: 'ada@example.org',
  displayName: 'Ada',
  photoURL: null,
  isEmailVerified: true,
};
const bo: Person = {
  uid: 'bo',
  email: 'bo@example.org',
  displayName: 'Bo',
  photoURL: null,
  isEmailVerified: true,
};
const createRecord = (userType: User['userType']): User => ({
  _id: '00000000-0000-4000-8000-000000000001',
  name: 'Ada',
  imageUrl: '/ada.svg',
  email: 'ada@example.org',
  userType,
  wishedType: null,
  registeredAt: '2026-01-01T00:00:00.000Z',
});
const applyEvents = (...events: SessionEvent[]): SessionState => events.reduce(evolve, initialSessionState);
const receiveRole = (session: SessionState, found: User | null) =>
  evolve(session, { type: 'role-received', roleRequest: session.roleRequest, record: found });
const signedIn = applyEvents({ type: 'provider-reported', person: ada });

test('is loading until the provider reports a person or nobody', () => {
  expect(initialSessionState.isLoading).toBe(true);
  expect(signedIn).toMatchObject({ isLoading: false, person: ada, role: { status: 'loading' } });
  expect(applyEvents({ type: 'provider-reported', person: null })).toMatchObject({
    isLoading: false,
    person: null,
    role: { status: 'none' },
  });
});

test('does not request a role for a person without an e-mail address', () => {
  const anonymous = applyEvents({ type: 'provider-reported', person: { ...ada, email: null } });
  expect(anonymous.role).toEqual({ status: 'none' });
  expect(evolve(anonymous, { type: 'role-requested' })).toBe(anonymous);
});

test('is loading from the beginning of an operation until its end', () => {
  const inProgress = evolve(applyEvents({ type: 'provider-reported', person: null }), {
    type: 'operation-began',
  });
  expect(inProgress.isLoading).toBe(true);
  expect(evolve(inProgress, { type: 'operation-ended' }).isLoading).toBe(false);
});

test('takes the role from the record, and reports a missing record', () => {
  expect(receiveRole(signedIn, createRecord('Admin')).role).toEqual({
    status: 'known',
    record: createRecord('Admin'),
  });
  expect(receiveRole(signedIn, null).role).toEqual({ status: 'missing' });
});

test('clears the role on logout and ignores a late answer', () => {
  const { roleRequest } = signedIn;
  const signedOut = evolve(signedIn, { type: 'provider-reported', person: null });
  expect(signedOut.role).toEqual({ status: 'none' });
  expect(evolve(signedOut, { type: 'role-received', roleRequest, record: createRecord('Admin') })).toBe(
    signedOut,
  );
});

test("ignores a late answer for another person's request", () => {
  const { roleRequest } = signedIn;
  const other = evolve(signedIn, { type: 'provider-reported', person: bo });
  expect(evolve(other, { type: 'role-received', roleRequest, record: createRecord('Admin') })).toBe(other);
  expect(evolve(other, { type: 'role-failed', roleRequest })).toBe(other);
});

test('keeps the known role during a new request and accepts only the newest answer', () => {
  const known = receiveRole(signedIn, createRecord('Student'));
  const requested = evolve(known, { type: 'role-requested' });
  expect(requested.role).toEqual({ status: 'known', record: createRecord('Student') });
  const { roleRequest } = known;
  expect(evolve(requested, { type: 'role-received', roleRequest, record: createRecord('Student') })).toBe(
    requested,
  );
  expect(receiveRole(requested, createRecord('Admin')).role).toEqual({
    status: 'known',
    record: createRecord('Admin'),
  });
  expect(evolve(requested, { type: 'role-failed', roleRequest: requested.roleRequest }).role).toEqual({
    status: 'known',
    record: createRecord('Student'),
  });
});

test('a role that could not be fetched is not loading while it is requested again, so that the page does not flicker', () => {
  const failed = evolve(signedIn, { type: 'role-failed', roleRequest: signedIn.roleRequest });
  expect(failed.role).toEqual({ status: 'failed' });
  const requested = evolve(failed, { type: 'role-requested' });
  expect(requested.role).toEqual({ status: 'retrying' });
  expect(evolve(requested, { type: 'role-requested' }).role).toEqual({ status: 'retrying' });
  const { roleRequest } = requested;
  expect(evolve(requested, { type: 'role-failed', roleRequest }).role).toEqual({ status: 'failed' });
  expect(receiveRole(requested, createRecord('Admin')).role).toMatchObject({ status: 'known' });
});

test('keeps the role when the same person is reported again and applies profile changes', () => {
  const known = receiveRole(signedIn, createRecord('Student'));
  const renamed = { ...ada, displayName: 'Ada L.' };
  expect(evolve(known, { type: 'provider-reported', person: renamed })).toMatchObject({
    person: renamed,
    role: { status: 'known' },
  });
  expect(evolve(known, { type: 'profile-changed', person: renamed }).person).toEqual(renamed);
  expect(evolve(known, { type: 'profile-changed', person: bo })).toBe(known);
});

test('distinguishes a requested sign-out from a session that has ended', () => {
  const requested = evolve(signedIn, { type: 'sign-out-began' });
  expect(requested).toMatchObject({ isSigningOut: true, person: ada });
  const signedOut = evolve(requested, { type: 'provider-reported', person: null });
  expect(signedOut).toMatchObject({ isLoading: false, isSigningOut: true, person: null });
  expect(evolve(signedOut, { type: 'operation-ended' }).isSigningOut).toBe(false);
  expect(evolve(signedIn, { type: 'provider-reported', person: null }).isSigningOut).toBe(false);
});

test('is not loading during a logout, so that the page with its typed text stays if the logout fails', () => {
  const requested = evolve(signedIn, { type: 'sign-out-began' });
  expect(requested.isLoading).toBe(false);
  expect(evolve(requested, { type: 'operation-ended' })).toEqual(signedIn);
});

test('does not say who is signed in if the provider cannot be opened', () => {
  const failed = applyEvents({ type: 'provider-failed' });
  expect(failed).toMatchObject({ isLoading: false, hasReported: false, person: null });
  expect(evolve(failed, { type: 'provider-reported', person: ada }).hasReported).toBe(true);
});
