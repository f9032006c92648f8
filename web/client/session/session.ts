import { atom } from 'jotai';
import type { User, UserType } from '#contract/users.ts';
import { atStart, type SessionState } from './session-state.ts';

/** Who is signed in, as pages show them: what the provider lacks comes from the school's record. */
export type Person = { uid: string; email: string; displayName: string; photoURL: string | null };

/**
 * `loading` until the identity provider has reported, and during a sign-in or logout. `user` is the server's record: null
 * while it is being asked for, when the registration was never completed (`role` is 'missing'), and when it could not
 * be had ('failed').
 */
export type Session =
  | { status: 'loading' }
  | { status: 'visitor' }
  | {
      status: 'signed-in';
      person: Person;
      user: User | null;
      role: 'asking' | 'known' | 'missing' | 'failed';
    };

/** The session as a page sees it. A person without an e-mail is a visitor: the school knows people by it. */
export const sessionOf = ({ loading, person, role }: SessionState): Session => {
  if (loading) return { status: 'loading' };
  if (person === null || person.email === null || role.is === 'none') return { status: 'visitor' };
  const user = role.is === 'known' ? role.record : null;
  return {
    status: 'signed-in',
    person: {
      uid: person.uid,
      email: person.email,
      displayName: person.displayName || user?.name || person.email.split('@')[0] || person.email,
      photoURL: person.photoURL || user?.imageUrl || null,
    },
    user,
    role: role.is,
  };
};

/** Written by the session's keeper alone. */
export const sessionStateAtom = atom<SessionState>(atStart);
export const sessionAtom = atom<Session>((get) => sessionOf(get(sessionStateAtom)));

/** The school's record of the signed-in person; null for visitors, while loading, and without a completed registration. */
export const userAtom = atom<User | null>((get) => {
  const session = get(sessionAtom);
  return session.status === 'signed-in' ? session.user : null;
});

/** Their role; null where there is no record. */
export const userTypeAtom = atom<UserType | null>((get) => get(userAtom)?.userType ?? null);
