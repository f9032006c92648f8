import { atom } from 'jotai';
import type { User, UserType } from '#events/contract/users.ts';

/** Who is signed in with the identity provider. */
export type Person = { uid: string; email: string; displayName: string; photoURL: string | null };

/**
 * `loading` until the identity provider has reported, and while the record of a person who just signed in is being
 * fetched. `user` is the server's record, null when the registration was never completed.
 */
export type Session =
  | { status: 'loading' }
  | { status: 'visitor' }
  | { status: 'signed-in'; person: Person; user: User | null };

export const sessionAtom = atom<Session>({ status: 'loading' });

/** The role of the signed-in person; null for visitors, while loading, and without a completed registration. */
export const userTypeAtom = atom<UserType | null>((get) => {
  const session = get(sessionAtom);
  return session.status === 'signed-in' ? (session.user?.userType ?? null) : null;
});
