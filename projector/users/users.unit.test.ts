import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { userStream } from '#events/catalogue/user.ts';
import { foldRows } from '../projection/fold-rows.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
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
const erased: DomainEvent = {
  ...registered,
  data: { ...registered.data, name: null, email: null, imageUrl: null },
};
const after = (...events: DomainEvent[]) =>
  foldRows(
    new Map(),
    recorded(events.map((event) => [userStream(id), event] as const)),
    (event) => streamId(event.stream),
    userEvolutions,
  ).get(id) ?? null;
const ada = {
  id,
  name: 'Ada',
  email: 'ada@example.org',
  image_url: '/ada.svg',
  user_type: 'Student',
  wished_type: 'Admin',
  registered_at: new Date('2026-01-01T00:00:01Z'),
  registered_position: 1,
  position: 1,
};

test('a person who registered is there, the e-mail in lower case, the wish waiting', () => {
  expect(after(registered)).toEqual(ada);
});

test('a profile that was edited', () => {
  expect(
    after(registered, { type: 'UserProfileEdited', data: { name: 'Ada L.', imageUrl: '/l.svg' } }),
  ).toEqual({ ...ada, name: 'Ada L.', image_url: '/l.svg', position: 2 });
});

test('a change of role settles the wish, and so does declining it', () => {
  expect(after(registered, { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } })).toEqual({
    ...ada,
    user_type: 'Admin',
    wished_type: null,
    position: 2,
  });
  expect(after(registered, { type: 'UserWishDeclined', data: { wishedType: 'Admin' } })).toEqual({
    ...ada,
    wished_type: null,
    position: 2,
  });
});

test('who is removed is gone, read before or after the key was destroyed', () => {
  const removed: DomainEvent = { type: 'UserRemoved', data: {} };
  const role: DomainEvent = { type: 'UserRoleChanged', data: { from: 'Student', to: 'Instructor' } };
  const profile: DomainEvent = { type: 'UserProfileEdited', data: { name: null, imageUrl: null } };
  expect(after(registered, role, removed)).toBeNull();
  expect(after(erased, profile, role, removed)).toBeNull();
  expect(after(registered, profile, role)).toBeNull();
});
