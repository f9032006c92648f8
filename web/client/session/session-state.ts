/**
 * Who is signed in, as a machine without side effects. Loading is true until the provider reports for the first time, and while a
 * sign-up, sign-in or logout is under way. The role is asked for each person and again whenever it may have changed; while it
 * is asked again the known one stays, so that nothing flickers.
 */
import type { User } from '#contract/users.ts';
import type { Person } from '../identity/identity.ts';

export type Role =
  /** Nobody is signed in. */
  | { is: 'none' }
  | { is: 'asking' }
  | { is: 'known'; record: User }
  /** Signed in at the provider, unknown to the school: the registration broke off and can be completed. */
  | { is: 'missing' }
  /** Could not be asked; logged only, and asked again by hand, when the line is back, or at the next sign-in. */
  | { is: 'failed' };

export type SessionState = {
  loading: boolean;
  person: Person | null;
  role: Role;
  /** The number of the newest question for the role; answers to older ones are dropped. */
  question: number;
};

export type SessionEvent =
  /** A sign-up, sign-in or logout began. */
  | { type: 'act-began' }
  /** It ended, well or badly. */
  | { type: 'act-ended' }
  | { type: 'provider-reported'; person: Person | null }
  /** Name or picture of the present person changed at the provider. */
  | { type: 'profile-changed'; person: Person }
  | { type: 'role-asked' }
  | { type: 'role-answered'; question: number; record: User | null }
  | { type: 'role-failed'; question: number };

export const atStart: SessionState = { loading: true, person: null, role: { is: 'none' }, question: 0 };

/** Whether the role of the present person can be asked: the server knows people by their e-mail. */
const canBeAsked = (person: Person | null) => person !== null && person.email !== null;

const reported = (session: SessionState, person: Person | null): SessionState => {
  const same = person !== null && person.uid === session.person?.uid;
  const role: Role = same ? session.role : { is: canBeAsked(person) ? 'asking' : 'none' };
  return { loading: false, person, role, question: same ? session.question : session.question + 1 };
};

/** The session after an event. */
export const evolve = (session: SessionState, event: SessionEvent): SessionState => {
  switch (event.type) {
    case 'act-began':
      return { ...session, loading: true };
    case 'act-ended':
      return { ...session, loading: false };
    case 'provider-reported':
      return reported(session, event.person);
    case 'profile-changed':
      return event.person.uid === session.person?.uid ? { ...session, person: event.person } : session;
    case 'role-asked': {
      if (!canBeAsked(session.person)) return session;
      const role: Role = session.role.is === 'known' ? session.role : { is: 'asking' };
      return { ...session, role, question: session.question + 1 };
    }
    case 'role-answered':
      if (event.question !== session.question || !canBeAsked(session.person)) return session;
      return {
        ...session,
        role: event.record === null ? { is: 'missing' } : { is: 'known', record: event.record },
      };
    case 'role-failed':
      if (event.question !== session.question || session.role.is !== 'asking') return session;
      return { ...session, role: { is: 'failed' } };
  }
};
