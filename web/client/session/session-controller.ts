/**
 * Runs the session: listens to the identity provider, fetches the role from the server, and signs in and out. The state
 * machine is in `session-state.ts`.
 */
import { pause } from '#concurrency/pause.ts';
import type { PasswordPolicy } from '#contract/password-policy.ts';
import type { User } from '#contract/schemas/users.ts';
import { createEmitter } from '../emitter.ts';
import type { IdentityProvider, NewAccount, Person } from '../identity/identity-provider.ts';
import { evolve, initialSessionState, type SessionEvent, type SessionState } from './session-state.ts';

export type SessionController = {
  /** Opens the identity provider, if it is not open yet: for a page that will need it, or after a sign-in in another tab. */
  openProvider: () => void;
  current: () => SessionState;
  /** Calls `listener` after each change. Returns a function that removes the listener. */
  subscribe: (listener: (session: SessionState) => void) => () => void;
  /**
   * Signs in. Resolves when the role is known or could not be fetched, but no later than 1.5 s after the provider's answer. Rejects with
   * the provider's error.
   */
  signIn: (email: string, password: string) => Promise<void>;
  /** Checks the password of the signed-in person. Rejects with the provider's error. */
  reauthenticate: (password: string) => Promise<void>;
  signOut: () => Promise<void>;
  /** Ends the session without the user's request. Unsent changes are kept, as they are when a sign-in expires. */
  endSession: () => Promise<void>;
  /** Creates an account that is signed in only in memory, for its registration. Rejects with the provider's error. */
  createAccount: (email: string, password: string) => Promise<NewAccount>;
  /** Changes the person's name and picture at the provider. Rejects with the provider's error. */
  updateProfile: (profile: { displayName: string; photoURL: string }) => Promise<void>;
  /** Sends a link for a new password. Rejects with the provider's error. */
  sendPasswordReset: (email: string) => Promise<void>;
  /** Sends the signed-in person a link that verifies the e-mail address. Rejects with the provider's error. */
  sendVerification: () => Promise<void>;
  /** Asks the provider whether the address is verified now. If so, the role is fetched again. Rejects with the provider's error. */
  checkVerification: () => Promise<boolean>;
  /** Returns what the provider requires of new passwords. Rejects with the provider's error. */
  passwordPolicy: () => Promise<PasswordPolicy>;
  /** Sets a new password with the code from the link. Returns the e-mail address. Rejects with the provider's error. */
  resetPassword: (code: string, password: string) => Promise<string>;
  /** Returns the ID token for requests and the socket; null for a visitor, and in an as-of view. */
  token: (options?: { refresh?: boolean }) => Promise<string | null>;
  /** Fetches the role again in this tab. Resolves when the request has been answered or has failed. */
  refreshRole: () => Promise<void>;
  /** Like `refreshRole`, but in all tabs of this browser. */
  refreshRoleInAllTabs: () => Promise<void>;
};

type SessionControllerDependencies = {
  /**
   * Returns whether a user may be signed in on this device. If not, the provider is opened only when it is needed, because
   * its code is large.
   */
  mayBeSignedIn: () => Promise<boolean>;
  /** Opens the identity provider. After a failure the next operation tries again. */
  openIdentityProvider: () => Promise<IdentityProvider>;
  /** Fetches the person's record with its own retries and timeout. Returns null if the server has none. */
  fetchUserRecord: (person: Person & { email: string }) => Promise<User | null>;
  log: (message: string, cause: unknown) => void;
};

/** An operation waits at most this long for the first report of a provider that has just been opened. */
const firstReportTimeoutMs = 3_000;

/** A sign-in waits at most this long for the role. */
const roleTimeoutMs = 1_500;

export const createSessionController = ({
  mayBeSignedIn,
  openIdentityProvider,
  fetchUserRecord,
  log,
}: SessionControllerDependencies): SessionController => {
  let session = initialSessionState;
  let opened: Promise<IdentityProvider> | null = null;
  let roleLoading: Promise<void> = Promise.resolve();
  const changes = createEmitter<SessionState>();
  /** Tells other tabs to fetch the role again. Firebase tells them about sign-ins and sign-outs. */
  const roleChanges = new BroadcastChannel('lyceum-role');

  const apply = (event: SessionEvent) => {
    const next = evolve(session, event);
    if (next === session) return;
    session = next;
    changes.emit(session);
  };

  const loadRole = async () => {
    const { person, roleRequest } = session;
    if (person === null || person.email === null) return;
    try {
      const record = await fetchUserRecord({ ...person, email: person.email });
      apply({ type: 'role-received', roleRequest, record });
    } catch (cause) {
      log('The role could not be fetched.', cause);
      apply({ type: 'role-failed', roleRequest });
    }
  };
  const refreshRole = () => {
    apply({ type: 'role-requested' });
    return loadRole();
  };

  const onPerson = (person: Person | null) => {
    const previousRequest = session.roleRequest;
    apply({ type: 'provider-reported', person });
    if (session.roleRequest !== previousRequest) roleLoading = loadRole();
  };

  /**
   * Resolves after the provider's first report, or after {@link firstReportTimeoutMs}. If an operation did not wait for that report,
   * the report would end the operation's loading state.
   */
  const getProvider = (): Promise<IdentityProvider> => {
    opened ??= openIdentityProvider().then(
      async (provider) => {
        const reported = new Promise<void>((resolve) => {
          provider.onChange((person) => {
            onPerson(person);
            resolve();
          });
        });
        await Promise.race([reported, pause(firstReportTimeoutMs)]);
        return provider;
      },
      (cause: unknown) => {
        opened = null;
        throw cause;
      },
    );
    return opened;
  };

  /** Runs an operation. Unless it is a sign-out, the session is loading during the operation. */
  const run = async <T>(
    operation: (provider: IdentityProvider) => Promise<T>,
    firstEvent: SessionEvent = { type: 'operation-began' },
  ): Promise<T> => {
    apply(firstEvent);
    try {
      return await operation(await getProvider());
    } finally {
      apply({ type: 'operation-ended' });
    }
  };

  const signOut = async (provider: IdentityProvider) => {
    await provider.signOut();
    // The provider's own report may come after the operation has ended.
    onPerson(null);
  };

  const retryFailedRole = () => {
    if (session.role.status === 'failed' && document.visibilityState === 'visible') void refreshRole();
  };
  window.addEventListener('online', retryFailedRole);
  document.addEventListener('visibilitychange', retryFailedRole);
  roleChanges.onmessage = () => void refreshRole();

  const openProvider = () => {
    getProvider().catch((cause: unknown) => {
      log('The identity provider could not be opened. The user is treated as a visitor.', cause);
      apply({ type: 'provider-failed' });
    });
  };
  void mayBeSignedIn().then((canBeSignedIn) => {
    if (canBeSignedIn) openProvider();
    else if (opened === null) onPerson(null);
  });

  return {
    openProvider,
    current: () => session,
    subscribe: changes.on,
    signIn: async (email, password) => {
      const previousRequest = session.roleRequest;
      await run(async (provider) => onPerson(await provider.signIn(email, password)));
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, roleTimeoutMs));
      await Promise.race([session.roleRequest === previousRequest ? refreshRole() : roleLoading, timeout]);
    },
    reauthenticate: async (password) => (await getProvider()).reauthenticate(password),
    signOut: () => run(signOut, { type: 'sign-out-began' }),
    endSession: async () => signOut(await getProvider()),
    createAccount: (email, password) => run((provider) => provider.createAccount(email, password)),
    updateProfile: async (profile) => {
      const person = await (await getProvider()).updateProfile(profile);
      apply({ type: 'profile-changed', person });
    },
    sendPasswordReset: async (email) => (await getProvider()).sendPasswordReset(email),
    sendVerification: async () => (await getProvider()).sendVerification(),
    checkVerification: async () => {
      const person = await (await getProvider()).reload();
      apply({ type: 'profile-changed', person });
      if (person.isEmailVerified) await refreshRole();
      return person.isEmailVerified;
    },
    passwordPolicy: async () => (await getProvider()).passwordPolicy(),
    resetPassword: async (code, password) => (await getProvider()).resetPassword(code, password),
    token: async (options) => (await getProvider()).token(options),
    refreshRole,
    refreshRoleInAllTabs: async () => {
      // Only the requests of this tab wait for its own write. The other tabs request the record after this tab has it, so they normally get the new one as well.
      await refreshRole();
      roleChanges.postMessage('role-changed');
    },
  };
};
