/**
 * Keeps the session: listens to the identity provider, asks the server for the role, and carries out sign-in, logout and what
 * else changes who is there. The states themselves are in `session-state.ts`; this file is where they meet the world.
 */
import type { User } from '#contract/users.ts';
import type { Identity, NewAccount, Person } from '../identity/identity.ts';
import { atStart, evolve, type SessionEvent, type SessionState } from './session-state.ts';

export type SessionKeeper = {
  now: () => SessionState;
  /** Calls back after each change; answers the way to stop it. */
  subscribe: (listener: (session: SessionState) => void) => () => void;
  /** Resolves when the role is known as well, or a moment later at most; rejects with the provider's error. */
  signIn: (email: string, password: string) => Promise<void>;
  /** Has the person prove once more who they are. Rejects with the provider's error. */
  signInAgain: (password: string) => Promise<void>;
  signOut: () => Promise<void>;
  createAccount: (email: string, password: string) => Promise<NewAccount>;
  updateProfile: (profile: { displayName: string; photoURL: string }) => Promise<void>;
  sendPasswordReset: (email: string) => Promise<void>;
  resetPassword: (code: string, password: string) => Promise<string>;
  /** For each call to the server and for the socket; null for a visitor. */
  token: (options?: { refresh?: boolean }) => Promise<string | null>;
  /** Asks for the role again, in this tab; resolves when it is known, or could not be. */
  askRole: () => Promise<void>;
  /** As `askRole`, and has the other tabs ask too. */
  askRoleAgain: () => Promise<void>;
  stop: () => void;
};

type World = {
  /** Opens the provider; tried again at the next act when it fails. */
  openIdentity: () => Promise<Identity>;
  /** The person's record, null when the server knows none; rejects when it can't be had (time limit and retries are its own). */
  askRecord: (person: Person & { email: string }) => Promise<User | null>;
  /** Where failures go that the person is not told. */
  log: (message: string, cause: unknown) => void;
};

const channelName = 'lyceum-session';

/** How long a login waits for the role before it goes on without: menus then follow a little later. */
const patienceMs = 1_500;
const afterPatience = () => new Promise<void>((resolve) => setTimeout(resolve, patienceMs));

export const keepSession = ({ openIdentity, askRecord, log }: World): SessionKeeper => {
  let session = atStart;
  let opened: Promise<Identity> | null = null;
  let stopListening: (() => void) | null = null;
  let stopped = false;
  let answering: Promise<void> = Promise.resolve();
  const listeners = new Set<(session: SessionState) => void>();
  const otherTabs = new BroadcastChannel(channelName);

  const apply = (event: SessionEvent) => {
    const next = evolve(session, event);
    if (next === session) return;
    session = next;
    for (const listener of listeners) listener(session);
  };

  const answer = async () => {
    const { person, question } = session;
    if (person === null || person.email === null) return;
    try {
      const record = await askRecord({ ...person, email: person.email });
      apply({ type: 'role-answered', question, record });
    } catch (cause) {
      log('The user type could not be fetched.', cause);
      apply({ type: 'role-failed', question });
    }
  };
  const ask = () => {
    apply({ type: 'role-asked' });
    return answer();
  };

  const reported = (person: Person | null) => {
    const before = session.question;
    apply({ type: 'provider-reported', person });
    if (session.question !== before) answering = answer();
  };

  const identity = (): Promise<Identity> => {
    opened ??= openIdentity().then(
      (provider) => {
        if (!stopped) stopListening = provider.onChange(reported);
        return provider;
      },
      (cause: unknown) => {
        opened = null;
        throw cause;
      },
    );
    return opened;
  };

  /** An act that sets loading until it has ended, well or badly. */
  const act = async <T>(work: (provider: Identity) => Promise<T>): Promise<T> => {
    apply({ type: 'act-began' });
    try {
      return await work(await identity());
    } finally {
      apply({ type: 'act-ended' });
    }
  };

  const askWhereFailed = () => {
    if (session.role.is === 'failed' && document.visibilityState === 'visible') void ask();
  };
  window.addEventListener('online', askWhereFailed);
  document.addEventListener('visibilitychange', askWhereFailed);
  otherTabs.onmessage = () => void ask();

  identity().catch((cause: unknown) => {
    log('The identity provider could not be opened; everybody is a visitor until it can.', cause);
    apply({ type: 'provider-reported', person: null });
  });

  const askRoleAgain = async () => {
    otherTabs.postMessage('role-changed');
    await ask();
  };

  return {
    now: () => session,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn: async (email, password) => {
      const before = session.question;
      await act(async (provider) => reported(await provider.signIn(email, password)));
      await Promise.race([session.question === before ? ask() : answering, afterPatience()]);
    },
    signInAgain: async (password) => (await identity()).signInAgain(password),
    signOut: () => act((provider) => provider.signOut()),
    createAccount: (email, password) => act((provider) => provider.createAccount(email, password)),
    updateProfile: async (profile) => {
      const person = await (await identity()).updateProfile(profile);
      apply({ type: 'profile-changed', person });
    },
    sendPasswordReset: async (email) => (await identity()).sendPasswordReset(email),
    resetPassword: async (code, password) => (await identity()).resetPassword(code, password),
    token: async (options) => (await identity()).token(options),
    askRole: ask,
    askRoleAgain,
    stop: () => {
      stopped = true;
      stopListening?.();
      otherTabs.close();
      window.removeEventListener('online', askWhereFailed);
      document.removeEventListener('visibilitychange', askWhereFailed);
    },
  };
};
