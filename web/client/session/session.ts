import { atom } from 'jotai';
import { isPermitted } from '#contract/policies.ts';
import type { User, UserType } from '#contract/schemas/users.ts';
import { isHydratedAtom } from '../hydration.ts';
import { initialSessionState, type SessionState } from './session-state.ts';
import { wasSignedIn } from './signed-in-hint.ts';

/**
 * The signed-in person as pages show them. A name or a picture that the provider lacks comes from the server's record. If neither has a name,
 * it is the part of the e-mail address before the @.
 */
export type SignedInPerson = {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string | null;
  isEmailVerified: boolean;
};

/**
 * `loading` until the identity provider has reported or could not be opened, while it creates an account, and during a sign-in. `user` is
 * the server's record; it is null unless `role` is 'known'. `role` is 'missing' if the server has no record of the person.
 */
type Session =
  | { status: 'loading' }
  | { status: 'visitor' }
  | {
      status: 'signed-in';
      person: SignedInPerson;
      user: User | null;
      role: 'loading' | 'known' | 'missing' | 'failed' | 'retrying';
    };

/** A person without an e-mail address counts as a visitor, because they cannot register. */
const toSession = ({ isLoading, person, role }: SessionState): Session => {
  if (isLoading) return { status: 'loading' };
  if (person === null || person.email === null || role.status === 'none') return { status: 'visitor' };
  const user = role.status === 'known' ? role.record : null;
  return {
    status: 'signed-in',
    person: {
      uid: person.uid,
      email: person.email,
      displayName: person.displayName || user?.name || person.email.split('@')[0] || person.email,
      photoURL: person.photoURL || user?.imageUrl || null,
      isEmailVerified: person.isEmailVerified,
    },
    user,
    role: role.status,
  };
};

/** The state of the session. Only `start-session.ts` writes it. */
export const sessionStateAtom = atom<SessionState>(initialSessionState);
/** The session as pages show it. On a page that the server renders it is a visitor's, until the client has taken over. */
export const sessionAtom = atom<Session>((get) =>
  get(isHydratedAtom) ? toSession(get(sessionStateAtom)) : { status: 'visitor' },
);

/** The server's record of the signed-in user; null for visitors, and if the record is loading, is missing or could not be fetched. */
export const userAtom = atom<User | null>((get) => {
  const session = get(sessionAtom);
  return session.status === 'signed-in' ? session.user : null;
});

/** The role of the signed-in user; null without a record. */
export const userTypeAtom = atom<UserType | null>((get) => get(userAtom)?.userType ?? null);

/** The e-mail address of the signed-in student; null for everybody else, and while the role is not known. */
export const studentEmailAtom = atom<string | null>((get) => {
  const user = get(userAtom);
  return user !== null && isPermitted(user.userType, 'course.learn') ? user.email : null;
});

/**
 * Identifies the viewer in query keys of answers that differ by viewer. Null while the viewer is not known. A visitor who was
 * not signed in before does not wait for the identity provider.
 */
export const viewerAtom = atom<string | null>((get) => {
  const session = get(sessionAtom);
  if (session.status === 'visitor') return 'visitor';
  if (session.status === 'loading') return wasSignedIn() ? null : 'visitor';
  if (session.role === 'loading') return null;
  return `${session.person.uid} ${session.user?.userType ?? ''}`;
});
