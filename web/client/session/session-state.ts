/** The state machine of the session, without side effects: who is signed in, and with which role. */
import type { User } from '#contract/schemas/users.ts';
import type { Person } from '../identity/identity-provider.ts';

/**
 * The role of the signed-in person, which the server knows:
 *
 *   none ──signed in──▶ loading
 *   loading, known, failed, retrying ──received──▶ known, or missing if the server has no record
 *   loading, retrying ──request failed──▶ failed
 *   known ──requested again──▶ known (the old role stays until the new one arrives, so that nothing flickers)
 *   failed ──requested again──▶ retrying (pages show the failure until the answer arrives, for the same reason)
 *   missing ──requested again──▶ loading
 *   any ──signed out──▶ none
 *   any ──another person signed in──▶ loading
 */
type Role =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'known'; record: User }
  /** The provider knows the person but the server does not: the registration is incomplete. */
  | { status: 'missing' }
  | { status: 'failed' }
  | { status: 'retrying' };

export type SessionState = {
  /**
   * True until the provider reports for the first time or cannot be opened, while it creates an account, and during a sign-in. Not during a logout: a
   * page for signed-in users is not shown while the session is loading, and if the logout failed, the text in its forms would be lost.
   */
  isLoading: boolean;
  /** False until the provider has reported. If it cannot be opened, it is unknown who is signed in. */
  hasReported: boolean;
  /**
   * True while this tab signs the user out, on request or because the account is gone. If it is false when the provider reports that nobody
   * is signed in any more, the session has ended in another way.
   */
  isSigningOut: boolean;
  person: Person | null;
  role: Role;
  /** The number of the newest request for the role. Answers to older requests are ignored. */
  roleRequest: number;
};

export type SessionEvent =
  /** The creation of an account or a sign-in began. */
  | { type: 'operation-began' }
  | { type: 'sign-out-began' }
  /** The creation of an account, the sign-in or the sign-out succeeded or failed. */
  | { type: 'operation-ended' }
  | { type: 'provider-reported'; person: Person | null }
  /** The provider could not be opened. */
  | { type: 'provider-failed' }
  /** The provider reported the signed-in person again, perhaps with a new name or picture, or with a verified e-mail address. */
  | { type: 'profile-changed'; person: Person }
  | { type: 'role-requested' }
  | { type: 'role-received'; roleRequest: number; record: User | null }
  | { type: 'role-failed'; roleRequest: number };

export const initialSessionState: SessionState = {
  isLoading: true,
  hasReported: false,
  isSigningOut: false,
  person: null,
  role: { status: 'none' },
  roleRequest: 0,
};

/** Only a person with an e-mail address can register. */
const canHaveRole = (person: Person | null) => person !== null && person.email !== null;

const withReportedPerson = (session: SessionState, person: Person | null): SessionState => {
  const reported = { ...session, isLoading: false, hasReported: true, person };
  if (person !== null && person.uid === session.person?.uid) return reported;
  const role: Role = { status: canHaveRole(person) ? 'loading' : 'none' };
  return { ...reported, role, roleRequest: session.roleRequest + 1 };
};

const withRequest = (role: Role): Role => {
  if (role.status === 'known') return role;
  return { status: role.status === 'failed' || role.status === 'retrying' ? 'retrying' : 'loading' };
};

/** Returns the session after an event. */
export const evolve = (session: SessionState, event: SessionEvent): SessionState => {
  switch (event.type) {
    case 'operation-began':
      return { ...session, isLoading: true };
    case 'sign-out-began':
      return { ...session, isSigningOut: true };
    case 'operation-ended':
      return { ...session, isLoading: false, isSigningOut: false };
    case 'provider-failed':
      return { ...session, isLoading: false };
    case 'provider-reported':
      return withReportedPerson(session, event.person);
    case 'profile-changed':
      return event.person.uid === session.person?.uid ? { ...session, person: event.person } : session;
    case 'role-requested': {
      if (!canHaveRole(session.person)) return session;
      return { ...session, role: withRequest(session.role), roleRequest: session.roleRequest + 1 };
    }
    case 'role-received':
      if (event.roleRequest !== session.roleRequest || !canHaveRole(session.person)) return session;
      return {
        ...session,
        role: event.record === null ? { status: 'missing' } : { status: 'known', record: event.record },
      };
    case 'role-failed':
      if (event.roleRequest !== session.roleRequest) return session;
      if (session.role.status !== 'loading' && session.role.status !== 'retrying') return session;
      return { ...session, role: { status: 'failed' } };
  }
};
