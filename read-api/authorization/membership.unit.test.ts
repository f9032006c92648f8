import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { UserEvent } from '#events/catalogue/streams/user.ts';
import { readMembershipFromLog, requireRecentRoles } from './membership.ts';

test('trusts the roles of a replica only for the first minute of an outage', () => {
  requireRecentRoles(0);
  requireRecentRoles(60_000);
  expect(() => requireRecentRoles(60_001)).toThrow('Your role cannot be checked');
});

test('reads from the log whether a user is unknown, registered with a role, or removed', async () => {
  // Without keys, personal fields are null.
  const personal = { name: null, email: null, imageUrl: null };
  const registered: UserEvent = {
    type: 'UserRegistered',
    data: { ...personal, identity: 'uid-ada', userType: 'Student', wishedType: null },
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
  expect(await membershipAfter()).toEqual({ state: 'unknown' });
  expect(await membershipAfter(registered)).toEqual({
    state: 'registered',
    userType: 'Student',
    email: null,
  });
  expect(await membershipAfter(registered, promoted)).toEqual({
    state: 'registered',
    userType: 'Admin',
    email: null,
  });
  expect(await membershipAfter(registered, promoted, removed)).toEqual({ state: 'removed' });
});
