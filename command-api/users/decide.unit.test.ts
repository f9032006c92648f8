import { describe, expect, test } from 'vitest';
import type { AdminsEvent } from '#events/catalogue/admins.ts';
import type { UserEvent } from '#events/catalogue/user.ts';
import { deleted, inserted, updated } from '#contract/answers.ts';
import { recentSignInMs } from '#contract/own-account.ts';
import type { UserType } from '#contract/users.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { admins, appointAdmin, dismissAdmin } from './admins.ts';
import {
  changeRole,
  declineWish,
  editProfile,
  registerUser,
  removeUser,
  requireMeant,
  userAggregate,
} from './decide.ts';

const id = '0e1a4f4e-6f0e-5a57-9f0f-0f1a2b3c4d5e';
const registered = (userType: UserType = 'Student', wishedType: UserType | null = null): UserEvent => ({
  type: 'UserRegistered',
  data: {
    identity: 'uid',
    name: 'Anna',
    email: 'anna@school.example',
    imageUrl: '/a.svg',
    userType,
    wishedType,
  },
});
const removed: UserEvent = { type: 'UserRemoved', data: {} };
const roleChanged = (from: UserType, to: UserType): UserEvent => ({
  type: 'UserRoleChanged',
  data: { from, to },
});
const given = (...events: UserEvent[]) => foldEvents(userAggregate, events);

describe('registering', () => {
  const command = (userType: UserType) => ({
    id,
    identity: 'uid',
    name: 'Anna',
    email: 'anna@school.example',
    imageUrl: '/a.svg',
    userType,
  });
  const open = { roleSignup: 'open', isNamedAdmin: false } as const;
  const approval = { roleSignup: 'approval', isNamedAdmin: false } as const;

  test.each(['Student', 'Instructor', 'Admin'] as const)('open: %s as chosen', (userType) => {
    expect(registerUser(command(userType), open, given())).toEqual({
      events: [registered(userType)],
      answer: inserted(id),
    });
  });
  test.each(['Instructor', 'Admin'] as const)('by approval: a Student, and the wish %s waits', (wish) => {
    expect(registerUser(command(wish), approval, given()).events).toEqual([registered('Student', wish)]);
  });
  test('by approval: a Student wishes for nothing', () => {
    expect(registerUser(command('Student'), approval, given()).events).toEqual([registered('Student')]);
  });
  test('a named first Admin is one, whatever was chosen', () => {
    const rules = { ...approval, isNamedAdmin: true };
    expect(registerUser(command('Student'), rules, given()).events).toEqual([registered('Admin')]);
  });
  test('repeated, also with another role: the first id and no event', () => {
    expect(registerUser(command('Admin'), open, given(registered()))).toEqual({
      events: [],
      answer: inserted(id),
    });
  });
  test('a removed account does not come back by registering', () => {
    expect(() => registerUser(command('Student'), open, given(registered(), removed))).toThrow(
      expect.objectContaining({ code: 'account-removed' }),
    );
  });
});

describe('own name and picture', () => {
  test('what differs is written, and not again', () => {
    const edited: UserEvent = { type: 'UserProfileEdited', data: { name: 'Anne', imageUrl: '/a.svg' } };
    const profile = { name: 'Anne', imageUrl: '/a.svg' };
    expect(editProfile(profile, given(registered()))).toEqual({ events: [edited], answer: updated(1, 1) });
    expect(editProfile(profile, given(registered(), edited))).toEqual({ events: [], answer: updated(1, 0) });
  });
});

describe('roles', () => {
  test('another role is given', () => {
    expect(changeRole('Instructor', given(registered()))).toEqual({
      events: [roleChanged('Student', 'Instructor')],
      answer: updated(1, 1),
    });
  });
  test('the same role is no change', () => {
    expect(changeRole('Student', given(registered()))).toEqual({ events: [], answer: updated(1, 0) });
  });
  test('the same role overrules a wish that waits; then none waits any more', () => {
    const state = given(registered('Student', 'Admin'));
    expect(changeRole('Student', state).events).toEqual([roleChanged('Student', 'Student')]);
    expect(declineWish(foldEvents(userAggregate, [roleChanged('Student', 'Student')], state)).events).toEqual(
      [],
    );
  });
  test('a wish is declined once', () => {
    const state = given(registered('Student', 'Admin'));
    const declined: UserEvent = { type: 'UserWishDeclined', data: { wishedType: 'Admin' } };
    expect(declineWish(state)).toEqual({ events: [declined], answer: deleted(1) });
    expect(declineWish(foldEvents(userAggregate, [declined], state))).toEqual({
      events: [],
      answer: deleted(0),
    });
  });
  test('nobody who is not there, or no longer, gets a role', () => {
    for (const state of [given(), given(registered(), removed)])
      expect(changeRole('Admin', state)).toEqual({ events: [], answer: updated(0, 0) });
  });
});

describe('removing', () => {
  test('once', () => {
    expect(removeUser(given(registered()))).toEqual({ events: [removed], answer: deleted(1) });
    expect(removeUser(given(registered(), removed))).toEqual({ events: [], answer: deleted(0) });
    expect(removeUser(given())).toEqual({ events: [], answer: deleted(0) });
  });
  test('nothing personal is left in the state; later events change nothing', () => {
    expect(given(registered(), removed, roleChanged('Student', 'Admin'))).toEqual({ status: 'removed' });
  });
});

describe('removing oneself', () => {
  const now = 1_000_000_000;
  const identity = { email: 'anna@school.example', signedInAt: now - recentSignInMs };
  test('is meant by who typed their own e-mail and has just signed in', () => {
    expect(() => requireMeant({ typed: 'anna@school.example', identity, now })).not.toThrow();
  });
  test.each(['bea@school.example', ''])('is not meant by who typed "%s"', (typed) => {
    expect(() => requireMeant({ typed, identity, now })).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        errors: [expect.objectContaining({ path: 'email' })],
      }),
    );
  });
  test('asks who signed in a while ago to sign in again', () => {
    expect(() => requireMeant({ typed: 'anna@school.example', identity, now: now + 1 })).toThrow(
      expect.objectContaining({ code: 'sign-in-too-old' }),
    );
  });
});

describe('the admins', () => {
  const appointed = (userId: string): AdminsEvent => ({ type: 'AdminAppointed', data: { userId } });
  const state = (...events: AdminsEvent[]) => foldEvents(admins.aggregate, events);
  test('one of two may go, the last one stays', () => {
    const two = state(appointed('a'), appointed('b'));
    const dismissal = dismissAdmin('a', two);
    expect(dismissal).toEqual([{ type: 'AdminDismissed', data: { userId: 'a' } }]);
    expect(() => dismissAdmin('b', foldEvents(admins.aggregate, dismissal, two))).toThrow(
      expect.objectContaining({ code: 'last-admin' }),
    );
  });
  test('nobody is appointed twice, nor dismissed without being one', () => {
    expect(appointAdmin('a', state(appointed('a')))).toEqual([]);
    expect(dismissAdmin('b', state(appointed('a')))).toEqual([]);
  });
});
