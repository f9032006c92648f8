import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { UserEvent } from '#events/catalogue/streams/user.ts';
import { readMembershipFromLog, requireRecentRoles } from './membership.ts';

test('trusts the roles of a replica for the first minute of an outage only', () => {
  requireRecentRoles(0);
  requireRecentRoles(60_000);
  expect(() => requireRecentRoles(60_001)).toThrow('Your role cannot be checked');
});

test('reads the role and the current address from the log, and nothing about a removed user', async () => {
  const registered: UserEvent = {
    type: 'UserRegistered',
    data: {
      identity: 'uid-ada',
      name: 'Ada',
      email: 'ada@example.org',
      imageUrl: '/ada.svg',
      userType: 'Student',
      wishedType: null,
    },
  };
  const changed: UserEvent = {
    type: 'UserEmailChanged',
    data: { email: 'new@example.org', confirmedAt: '2026-11-20T09:30:00.000Z' },
  };
  const promoted: UserEvent = { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } };
  const removed: UserEvent = { type: 'UserRemoved', data: {} };
  const membershipAfter = (...events: UserEvent[]) =>
    readMembershipFromLog(
      {
        readStream: async (stream) =>
          events.map((event, index) => ({
            ...event,
            ...{ position: index + 1, version: index + 1, stream, recordedAt: new Date() },
            ...{ commandId: randomUUID(), metadata: { actor: null, correlationId: 'test' } },
          })),
      },
      'ada',
    );
  const email = 'ada@example.org';
  expect(await membershipAfter()).toEqual({ state: 'unknown' });
  expect(await membershipAfter(registered)).toEqual({ state: 'registered', userType: 'Student', email });
  expect(await membershipAfter(registered, promoted)).toEqual({
    state: 'registered',
    userType: 'Admin',
    email,
  });
  expect(await membershipAfter(registered, promoted, changed)).toEqual({
    state: 'registered',
    userType: 'Admin',
    email: 'new@example.org',
  });
  expect(await membershipAfter(registered, changed, removed)).toEqual({ state: 'removed' });
});
