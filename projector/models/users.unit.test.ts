import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { foldStream } from '../testing/fold-stream.ts';
import { testId } from '../testing/recorded-events.ts';
import { userEvolutions } from './users.ts';

const id = testId(7);
const registered: DomainEvent = {
  type: 'UserRegistered',
  data: {
    identity: 'uid-7',
    name: 'Ada',
    email: 'Ada@Example.org',
    imageUrl: '/ada.svg',
    userType: 'Student',
    wishedType: 'Admin',
  },
};
const registeredWithoutKey: DomainEvent = {
  ...registered,
  data: { ...registered.data, name: null, email: null, imageUrl: null },
};
const rowAfter = (...events: DomainEvent[]) => foldStream(userStream(id), events, userEvolutions);
const ada = {
  id,
  name: 'Ada',
  email: 'ada@example.org',
  image_url: '/ada.svg',
  search_text: 'ada\nada@example.org',
  user_type: 'Student',
  wished_type: 'Admin',
  registered_at: new Date('2026-01-01T00:00:01Z'),
  registered_position: 1,
  position: 1,
};

test('creates a row on registration, with the e-mail address in lower case and the role request', () => {
  expect(rowAfter(registered)).toEqual(ada);
});

test('updates an edited profile', () => {
  expect(
    rowAfter(registered, { type: 'UserProfileEdited', data: { name: 'Ada L.', imageUrl: '/l.svg' } }),
  ).toEqual({
    ...ada,
    name: 'Ada L.',
    image_url: '/l.svg',
    search_text: 'ada l.\nada@example.org',
    position: 2,
  });
});

test('updates a changed e-mail address, in lower case', () => {
  const changed: DomainEvent = {
    type: 'UserEmailChanged',
    data: { email: 'Lovelace@Example.org', confirmedAt: '2026-01-02T00:00:00.000Z' },
  };
  expect(rowAfter(registered, changed)).toEqual({
    ...ada,
    email: 'lovelace@example.org',
    search_text: 'ada\nlovelace@example.org',
    position: 2,
  });
  expect(rowAfter(registered, { ...changed, data: { email: null, confirmedAt: null } })).toBeNull();
});

test('clears the role request when the role changes or the request is declined', () => {
  expect(rowAfter(registered, { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } })).toEqual({
    ...ada,
    user_type: 'Admin',
    wished_type: null,
    position: 2,
  });
  expect(rowAfter(registered, { type: 'UserWishDeclined', data: { wishedType: 'Admin' } })).toEqual({
    ...ada,
    wished_type: null,
    position: 2,
  });
});

test('leaves no row for a removed user, whether the events are read before or after the key was destroyed', () => {
  const removed: DomainEvent = { type: 'UserRemoved', data: {} };
  const role: DomainEvent = { type: 'UserRoleChanged', data: { from: 'Student', to: 'Instructor' } };
  const profile: DomainEvent = { type: 'UserProfileEdited', data: { name: null, imageUrl: null } };
  expect(rowAfter(registered, role, removed)).toBeNull();
  expect(rowAfter(registeredWithoutKey, profile, role, removed)).toBeNull();
  expect(rowAfter(registered, profile, role)).toBeNull();
});
