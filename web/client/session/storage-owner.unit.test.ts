import { afterEach, expect, test } from 'vitest';
import { store } from '../store.ts';
import { sessionStateAtom } from './session.ts';
import { evolve, initialSessionState, type SessionEvent } from './session-state.ts';
import { followStorageOwner, type StorageOwner } from './storage-owner.ts';

afterEach(() => store.set(sessionStateAtom, initialSessionState));

const apply = (event: SessionEvent) => store.set(sessionStateAtom, (session) => evolve(session, event));
const report = (uid: string | null) =>
  apply({
    type: 'provider-reported',
    person:
      uid === null
        ? null
        : { uid, email: `${uid}@example.org`, displayName: uid, photoURL: null, isEmailVerified: true },
  });
const recordOwners = () => {
  const owners: StorageOwner[] = [];
  followStorageOwner((owner) => owners.push(owner));
  return owners;
};

test('reports the owner of the storage once it is known, and again when the session ends', () => {
  const owners = recordOwners();
  expect(owners).toEqual([]);
  report('sam');
  // The same user again, with a newer profile.
  report('sam');
  report(null);
  expect(owners).toEqual([
    { uid: 'sam', previousUid: undefined, isSignOut: false },
    { uid: null, previousUid: 'sam', isSignOut: false },
  ]);
});

test('reports that the user has signed out in this tab', () => {
  report('sam');
  const owners = recordOwners();
  apply({ type: 'sign-out-began' });
  report(null);
  apply({ type: 'operation-ended' });
  expect(owners.slice(1)).toEqual([{ uid: null, previousUid: 'sam', isSignOut: true }]);
});

test('reports no owner if the identity provider cannot be opened, so that nothing is deleted', () => {
  const owners = recordOwners();
  apply({ type: 'provider-failed' });
  apply({ type: 'operation-began' });
  apply({ type: 'operation-ended' });
  expect(owners).toEqual([]);
});
