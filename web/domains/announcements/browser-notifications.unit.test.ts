import { afterEach, expect, test } from 'vitest';
import { sessionStateAtom } from '../../client/session/session.ts';
import type { SessionState } from '../../client/session/session-state.ts';
import { store } from '../../client/store.ts';
import {
  areBrowserNotificationsEnabledAtom,
  clearEnabledUsersAfterSession,
} from './browser-notifications.ts';

const before = store.get(sessionStateAtom);
afterEach(() => store.set(sessionStateAtom, before));

const signIn = (name: string, id: string) => {
  const session: SessionState = {
    isLoading: false,
    person: {
      uid: name,
      email: `${name}@example.org`,
      displayName: name,
      photoURL: null,
      isEmailVerified: true,
    },
    role: {
      status: 'known',
      record: {
        _id: id,
        name,
        imageUrl: '/person.svg',
        email: `${name}@example.org`,
        userType: 'Student',
        wishedType: null,
        registeredAt: '2026-01-01T00:00:00.000Z',
      },
    },
    roleRequest: 1,
    hasReported: true,
    isSigningOut: false,
  };
  store.set(sessionStateAtom, session);
};
const signInSam = () => signIn('sam', '00000000-0000-4000-8000-000000000001');
const signInEve = () => signIn('eve', '00000000-0000-4000-8000-000000000002');

test('each user of a shared browser has their own setting for browser notifications', () => {
  signInSam();
  expect(store.get(areBrowserNotificationsEnabledAtom)).toBe(false);
  store.set(areBrowserNotificationsEnabledAtom, true);
  expect(store.get(areBrowserNotificationsEnabledAtom)).toBe(true);
  signInEve();
  expect(store.get(areBrowserNotificationsEnabledAtom)).toBe(false);
  store.set(areBrowserNotificationsEnabledAtom, true);
  store.set(areBrowserNotificationsEnabledAtom, false);
  signInSam();
  expect(store.get(areBrowserNotificationsEnabledAtom)).toBe(true);
  store.set(sessionStateAtom, before);
  expect(store.get(areBrowserNotificationsEnabledAtom)).toBe(false);
});

test('the setting for browser notifications is cleared when the session ends', () => {
  signInSam();
  store.set(areBrowserNotificationsEnabledAtom, true);
  clearEnabledUsersAfterSession();
  expect(store.get(areBrowserNotificationsEnabledAtom)).toBe(true);
  store.set(sessionStateAtom, { ...store.get(sessionStateAtom), person: null, role: { status: 'none' } });
  signInSam();
  expect(store.get(areBrowserNotificationsEnabledAtom)).toBe(false);
});
