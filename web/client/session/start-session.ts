import { pause } from '#concurrency/pause.ts';
import type { LiveMessage } from '#contract/live-messages.ts';
import { insertAnswer } from '#contract/schemas/command-results.ts';
import type { ClientConfiguration, PastView } from '#contract/schemas/configuration.ts';
import { type User, userList } from '#contract/schemas/users.ts';
import { ApiError } from '../api/api-error.ts';
import { get } from '../api/get.ts';
import { forbiddenResponses } from '../api/request.ts';
import { sendCommand } from '../api/send-command.ts';
import { createTokenUnavailableError, setTokenSource } from '../api/token.ts';
import type { IdentityProvider, Person } from '../identity/identity-provider.ts';
import { logFailure } from '../log-failure.ts';
import { queryClient } from '../query-client.ts';
import { store } from '../store.ts';
import {
  broadcastAccountDeleted,
  confirmOwnDeletion,
  onAccountDeletedInOtherTab,
} from './account-deletion.ts';
import { forgetChosenRole, readChosenRole } from './chosen-role.ts';
import { createRoleUpdateFollower } from './follow-role-update.ts';
import { retryRoleWhenLive } from './retry-role-when-live.ts';
import { sessionStateAtom } from './session.ts';
import { createSessionController, type SessionController } from './session-controller.ts';
import { sessionNotices } from './session-notices.ts';
import { mayBeSignedIn, onSignInElsewhere, rememberSignedIn, wasSignedIn } from './signed-in-hint.ts';

const reject = async (): Promise<never> => {
  throw new Error('You cannot sign in or out in an as-of view.');
};

/**
 * Creates the identity provider of an as-of view. The server says who is signed in and authenticates the browser itself, so
 * there are no tokens.
 */
const createAsOfIdentityProvider = ({ person }: PastView): IdentityProvider => {
  const signedIn: Person | null = person && {
    uid: person.id,
    email: person.email,
    displayName: person.name,
    photoURL: person.imageUrl,
    isEmailVerified: true,
  };
  return {
    onChange: (listener) => listener(signedIn),
    signIn: reject,
    reauthenticate: reject,
    signOut: reject,
    createAccount: reject,
    updateProfile: reject,
    sendPasswordReset: reject,
    sendVerification: reject,
    reload: reject,
    passwordPolicy: reject,
    resetPassword: reject,
    token: async () => null,
  };
};

const timeoutMs = 5_000;
const retryDelaysMs = [400, 1_500];

const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const requestUserRecord = async (email: string): Promise<User | null> =>
  (await get('/userType', userList, { query: { email }, timeoutMs }))[0] ?? null;

/**
 * Updates the e-mail address in the user's record if it has changed at the provider. For this it sends the registration again:
 * the server takes the address from the token of every command, and registering again changes nothing else.
 * @returns the updated record, or the given one if the update failed.
 */
const updateEmailIfChanged = async (email: string, record: User): Promise<User | null> => {
  if (record.email === email.normalize('NFC').toLowerCase()) return record;
  const { name, imageUrl, userType } = record;
  try {
    await sendCommand('POST', '/users', insertAnswer, {
      body: { name, imageUrl, email, userType },
      timeoutMs,
    });
    return await requestUserRecord(email);
  } catch (cause) {
    logFailure('The e-mail address of the account could not be updated.', cause);
    return record;
  }
};

/**
 * Registers a person who filled in the registration in this browser and has verified the e-mail address since.
 * @returns the new record, or null if the person did not register here, has not verified the address, or the command failed. The
 * page for incomplete registrations then shows what to do.
 */
const finishRegistration = async (person: Person & { email: string }): Promise<User | null> => {
  const userType = readChosenRole(person.uid);
  const { email, displayName, photoURL } = person;
  if (userType === null || !person.isEmailVerified || !displayName || !photoURL) return null;
  try {
    const body = { name: displayName, imageUrl: photoURL, email, userType };
    await sendCommand('POST', '/users', insertAnswer, { body, timeoutMs });
    forgetChosenRole(person.uid);
    return await requestUserRecord(email);
  } catch (cause) {
    logFailure('The registration could not be completed.', cause);
    return null;
  }
};

/**
 * Fetches the server's record of a user, in up to three attempts. Returns null if there is none.
 * @throws ApiError of the last attempt
 */
const fetchUserRecord = async (person: Person & { email: string }): Promise<User | null> => {
  const { email } = person;
  for (const retryDelayMs of [...retryDelaysMs, null]) {
    try {
      const record = await requestUserRecord(email);
      return record === null ? await finishRegistration(person) : await updateEmailIfChanged(email, record);
    } catch (error) {
      if (retryDelayMs === null || !navigator.onLine || !isRetryable(error)) throw error;
      await pause(retryDelayMs);
    }
  }
  return null;
};

/** If the provider has not reported after this time, for example in a browser without storage, the user is treated as a visitor. */
const tokenTimeoutMs = 8_000;

let started: SessionController | null = null;

export const getSessionController = (): SessionController => {
  if (started === null) throw new Error('The session was not started.');
  return started;
};

let isEndingSession = false;

/** Signs out a user whose account is gone and shows one notice, even if several channels report it. */
const endSessionOfGoneAccount = (notice: 'account-removed' | 'account-deleted'): void => {
  if (confirmOwnDeletion() || isEndingSession || getSessionController().current().person === null) return;
  isEndingSession = true;
  // Another tab may have deleted the account and lost the answer.
  if (notice === 'account-deleted') broadcastAccountDeleted();
  getSessionController()
    .signOut()
    .then(() => sessionNotices.emit(notice))
    .catch((cause: unknown) => logFailure('The session of a deleted account could not be ended.', cause))
    .finally(() => {
      isEndingSession = false;
    });
};

const followRoleUpdate = createRoleUpdateFollower(getSessionController);

/** Handles live updates about the signed-in user's role or account. */
export const handleOwnRoleUpdate = (update: LiveMessage): void => {
  if (update.kind !== 'own-role-changed') return;
  const { userType, byYourself } = update.data;
  if (userType === null) endSessionOfGoneAccount(byYourself ? 'account-deleted' : 'account-removed');
  else void followRoleUpdate(userType);
};

/**
 * Sets the source of the tokens. The first requests of a visitor do not wait for the identity provider; the first requests of a user
 * who was signed in at the last visit do.
 */
const provideTokens = (session: SessionController): void =>
  setTokenSource(async (forceRefresh) => {
    const { isLoading, person } = session.current();
    if (person === null && (!isLoading || !wasSignedIn())) return null;
    const timeout = new Promise<'timeout'>((resolve) => setTimeout(resolve, tokenTimeoutMs, 'timeout'));
    const token = await Promise.race([session.token({ refresh: forceRefresh }), timeout]);
    if (token !== 'timeout') return token;
    // A signed-in user must not be treated as a visitor: the request fails and can be retried.
    if (session.current().person !== null) throw createTokenUnavailableError();
    return null;
  });

type SessionDependencies = {
  /**
   * Returns whether the data of a query is the same for everybody. When a user signs out, the data of all other queries is
   * removed, and the shown data is fetched again.
   */
  isPublicQuery: (queryKey: readonly unknown[]) => boolean;
  /**
   * Fetches the user record. If the server cannot be reached, calls `onFallback` and returns the record in the response cache.
   */
  withStoredUserRecord: (
    uid: string,
    fetchRecord: () => Promise<User | null>,
    onFallback: () => void,
  ) => Promise<User | null>;
  /** Loads the parts of the client that must run before somebody is signed in. */
  loadPartsForUsers: () => Promise<void>;
};

/** Loads the code of the identity provider. Returns the function that opens the provider. */
const loadIdentityProvider = async (configuration: ClientConfiguration): Promise<() => IdentityProvider> => {
  const { past } = configuration;
  if (past) return () => createAsOfIdentityProvider(past);
  const { openIdentityProvider } = await import('../identity/firebase.ts');
  return () => openIdentityProvider(configuration);
};

/** Starts to listen to the identity provider. Called once, before the first render. */
export const startSession = (
  configuration: ClientConfiguration,
  { isPublicQuery, withStoredUserRecord, loadPartsForUsers }: SessionDependencies,
): void => {
  /** Whether the role is from the response cache, because the server could not be reached. */
  let isRoleStored = false;
  const fetchOrReadUserRecord = async (person: Person & { email: string }): Promise<User | null> => {
    let isStored = false;
    const record = await withStoredUserRecord(
      person.uid,
      () => fetchUserRecord(person),
      () => {
        isStored = true;
      },
    );
    isRoleStored = isStored;
    return record;
  };
  const session = createSessionController({
    mayBeSignedIn: async () => configuration.past !== null || (await mayBeSignedIn()),
    openIdentityProvider: async () => {
      const [open] = await Promise.all([loadIdentityProvider(configuration), loadPartsForUsers()]);
      return open();
    },
    fetchUserRecord: fetchOrReadUserRecord,
    log: logFailure,
  });
  started = session;

  const removePrivateData = () => {
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !isPublicQuery(queryKey);
    queryClient.removeQueries({ type: 'inactive', predicate });
    void queryClient.resetQueries({ type: 'active', predicate });
  };
  session.subscribe((state) => {
    const previousUid = store.get(sessionStateAtom).person?.uid ?? null;
    store.set(sessionStateAtom, state);
    const uid = state.person?.uid ?? null;
    if (!state.isLoading) rememberSignedIn(uid !== null);
    if (uid !== previousUid && previousUid !== null) removePrivateData();
  });

  onSignInElsewhere(session.openProvider);
  onAccountDeletedInOtherTab(() => endSessionOfGoneAccount('account-deleted'));
  forbiddenResponses.on((code) => {
    if (code === 'account-removed') endSessionOfGoneAccount('account-removed');
    if (code === 'registration-incomplete' && session.current().role.status === 'known')
      void session.refreshRole();
  });
  retryRoleWhenLive({
    isRoleMissing: () => isRoleStored || session.current().role.status === 'failed',
    refreshRole: session.refreshRole,
  });
  provideTokens(session);
};
