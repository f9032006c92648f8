import { describe, expect, test } from 'vitest';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { AdminsEvent } from '#events/catalogue/streams/admins.ts';
import type { UserEvent } from '#events/catalogue/streams/user.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { adminList, appointAdmin, canAppointConfiguredAdmins } from '../../aggregates/admin-list.ts';
import { userAggregate } from '../../aggregates/user.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { changeRole, declineRoleRequest, editProfile, registerUser } from './decide.ts';
import { eraseAccount, requireErasureConfirmed } from './erase-account.ts';
import { dismissAdmin } from './update-admin-list.ts';

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
const userAfter = (...events: UserEvent[]) => foldEvents(userAggregate, events);

describe('registerUser', () => {
  const command = (userType: UserType) => ({
    id,
    identity: 'uid',
    name: 'Anna',
    email: 'anna@school.example',
    imageUrl: '/a.svg',
    userType,
  });
  const open = { roleSignup: 'open', isConfiguredAdmin: false } as const;
  const approval = { roleSignup: 'approval', isConfiguredAdmin: false } as const;

  test.each(['Student', 'Instructor', 'Admin'] as const)(
    'gives the chosen role %s if sign-up is open',
    (userType) => {
      expect(registerUser(command(userType), open, userAfter())).toEqual({
        events: [registered(userType)],
        answer: inserted(id),
      });
    },
  );
  test.each(['Instructor', 'Admin'] as const)(
    'registers a Student with the requested role %s if roles need approval',
    (requested) => {
      expect(registerUser(command(requested), approval, userAfter()).events).toEqual([
        registered('Student', requested),
      ]);
    },
  );
  test('registers a Student without a role request', () => {
    expect(registerUser(command('Student'), approval, userAfter()).events).toEqual([registered('Student')]);
  });
  test('makes a configured Admin an Admin, regardless of the chosen role', () => {
    const rules = { ...approval, isConfiguredAdmin: true };
    expect(registerUser(command('Student'), rules, userAfter()).events).toEqual([registered('Admin')]);
  });
  test('answers a second registration with the first id, even if it chooses a different role', () => {
    expect(registerUser(command('Admin'), open, userAfter(registered()))).toEqual({
      events: [],
      answer: inserted(id),
    });
  });
  test('refuses to register a removed account again', () => {
    const state = userAfter(registered(), removed);
    expect(refusalCode(() => registerUser(command('Student'), open, state))).toBe('account-removed');
  });
});

describe('editProfile', () => {
  test('changes name and picture, and writes nothing if they are the same', () => {
    const edited: UserEvent = { type: 'UserProfileEdited', data: { name: 'Anne', imageUrl: '/a.svg' } };
    const profile = { name: 'Anne', imageUrl: '/a.svg' };
    expect(editProfile(profile, userAfter(registered()))).toEqual({
      events: [edited],
      answer: updated(1, 1),
    });
    expect(editProfile(profile, userAfter(registered(), edited))).toEqual({
      events: [],
      answer: updated(1, 0),
    });
  });
});

describe('changeRole and declineRoleRequest', () => {
  test('gives a user a different role', () => {
    expect(changeRole('Instructor', userAfter(registered()))).toEqual({
      events: [roleChanged('Student', 'Instructor')],
      answer: updated(1, 1),
    });
  });
  test('writes nothing for the current role', () => {
    expect(changeRole('Student', userAfter(registered()))).toEqual({ events: [], answer: updated(1, 0) });
  });
  test('declines a role request if an Admin gives the current role', () => {
    const state = userAfter(registered('Student', 'Admin'));
    expect(changeRole('Student', state).events).toEqual([roleChanged('Student', 'Student')]);
    expect(
      declineRoleRequest(foldEvents(userAggregate, [roleChanged('Student', 'Student')], state)).events,
    ).toEqual([]);
  });
  test('declines a role request once', () => {
    const state = userAfter(registered('Student', 'Admin'));
    const declined: UserEvent = { type: 'UserWishDeclined', data: { wishedType: 'Admin' } };
    expect(declineRoleRequest(state)).toEqual({ events: [declined], answer: deleted(1) });
    expect(declineRoleRequest(foldEvents(userAggregate, [declined], state))).toEqual({
      events: [],
      answer: deleted(0),
    });
  });
  test('gives no role to unknown and removed users', () => {
    for (const state of [userAfter(), userAfter(registered(), removed)])
      expect(changeRole('Admin', state)).toEqual({ events: [], answer: updated(0, 0) });
  });
});

describe('eraseAccount', () => {
  test('removes a user and destroys their key, once', () => {
    const { initial: admins } = adminList.aggregate;
    expect(eraseAccount(id, { user: userAfter(registered()), admins })).toEqual({
      events: { user: [removed], admins: [] },
      answer: deleted(1),
      destroyKeysOf: [id],
    });
    for (const user of [userAfter(registered(), removed), userAfter()])
      expect(eraseAccount(id, { user, admins })).toEqual({
        events: { user: [], admins: [] },
        answer: deleted(0),
      });
  });
  test('keeps nothing about a removed user in the state', () => {
    expect(userAfter(registered(), removed, roleChanged('Student', 'Admin'))).toEqual({ status: 'removed' });
  });
});

describe('requireErasureConfirmed', () => {
  test('accepts the user’s own e-mail address', () => {
    expect(() => requireErasureConfirmed('anna@school.example', ['anna@school.example'])).not.toThrow();
  });
  test.each(['bea@school.example', ''])('refuses the e-mail address "%s"', (typedEmail) => {
    for (const ownEmails of [['anna@school.example'], []])
      expect(() => requireErasureConfirmed(typedEmail, ownEmails)).toThrow(
        expect.objectContaining({
          code: 'invalid-input',
          errors: [expect.objectContaining({ path: 'email' })],
        }),
      );
  });
});

describe('the list of Admins', () => {
  const appointed = (userId: string): AdminsEvent => ({ type: 'AdminAppointed', data: { userId } });
  const listAfter = (...events: AdminsEvent[]) => foldEvents(adminList.aggregate, events);
  test('dismisses an Admin, but not the last one', () => {
    const twoAdmins = listAfter(appointed('a'), appointed('b'));
    const dismissal = dismissAdmin('a', twoAdmins);
    expect(dismissal).toEqual([{ type: 'AdminDismissed', data: { userId: 'a' } }]);
    const oneAdmin = foldEvents(adminList.aggregate, dismissal, twoAdmins);
    expect(refusalCode(() => dismissAdmin('b', oneAdmin))).toBe('last-admin');
  });
  test('appoints no Admin twice, and dismisses nobody who is not an Admin', () => {
    expect(appointAdmin('a', listAfter(appointed('a')))).toEqual([]);
    expect(dismissAdmin('b', listAfter(appointed('a')))).toEqual([]);
  });
  test('lets the operator configure Admins until one is dismissed, and whenever there is none', () => {
    const dismissed: AdminsEvent = { type: 'AdminDismissed', data: { userId: 'a' } };
    expect(canAppointConfiguredAdmins(listAfter())).toBe(true);
    expect(canAppointConfiguredAdmins(listAfter(appointed('a'), appointed('b')))).toBe(true);
    expect(canAppointConfiguredAdmins(listAfter(appointed('a'), appointed('b'), dismissed))).toBe(false);
    // Removals that are repeated after the restore of a backup can leave no Admin.
    expect(canAppointConfiguredAdmins(listAfter(appointed('a'), dismissed))).toBe(true);
  });
});
