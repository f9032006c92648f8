import type { ClientConfiguration } from '#contract/schemas/configuration.ts';
import type { User } from '#contract/schemas/users.ts';
import { forbiddenResponses } from '../api/request.ts';
import { createTokenUnavailableError, setTokenSource } from '../api/token.ts';
import type { IdentityProvider, Person } from '../identity/identity-provider.ts';
import { logFailure } from '../log-failure.ts';
import { reportMissingCode } from '../missing-code.ts';
import { queryClient } from '../query-client.ts';
import { store } from '../store.ts';
import {
  broadcastAccountDeleted,
  confirmOwnDeletion,
  onAccountDeletedInOtherTab,
} from './account-deletion.ts';
import { sessionStateAtom } from './session.ts';
import { createSessionController, type SessionController } from './session-controller.ts';
import { sessionNotices } from './session-notices.ts';
import { mayBeSignedIn, onSignInElsewhere, rememberSignedIn, wasSignedIn } from './signed-in-hint.ts';
import type { FetchUserRecord } from './user-record.ts';

/**
 * A request waits at most this long for the token. Then it fails if a user is signed in. Otherwise it is sent as a visitor's, for example in a
 * browser without storage, in which the provider never reports.
 */
const tokenTimeoutMs = 8_000;

let started: SessionController | null = null;

export const getSessionController = (): SessionController => {
  if (started === null) throw new Error('The session has not been started.');
  return started;
};

/** Whether the role is from the response cache, because the server could not be reached or was too busy. */
let isRoleStored = false;

/**
 * Returns whether the role of the signed-in user could not be fetched from the server: it is from the response cache, or unknown because
 * the last request has failed. An unknown role does not count while it is requested again.
 */
export const isRoleUnconfirmed = (): boolean =>
  isRoleStored || getSessionController().current().role.status === 'failed';

let isEndingSession = false;

/** Signs out a user whose account is gone and shows one notice, even if several channels report it. */
export const endSessionOfGoneAccount = (notice: 'account-removed' | 'account-deleted'): void => {
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
   * Returns whether the data of a query is the same for everybody. When the session of a user ends, the data of all other queries is
   * removed. The queries that a page shows are then fetched again.
   */
  isPublicQuery: (queryKey: readonly unknown[]) => boolean;
  /**
   * Fetches the user record. If the server cannot be reached or is too busy, calls `onFallback` and returns the record in the
   * response cache, if there is one.
   */
  withStoredUserRecord: (
    uid: string,
    fetchRecord: () => Promise<User | null>,
    onFallback: () => void,
  ) => Promise<User | null>;
  /** Loads the parts of the client that only signed-in users need. They must be loaded before the identity provider reports a user. */
  loadPartsForUsers: () => Promise<{ fetchUserRecord: FetchUserRecord }>;
};

/** Loads the code of the identity provider. Returns the function that opens the provider. */
const loadIdentityProvider = async (configuration: ClientConfiguration): Promise<() => IdentityProvider> => {
  const { past } = configuration;
  if (past) {
    const { createAsOfIdentityProvider } = await import('../identity/as-of-identity-provider.ts');
    return () => createAsOfIdentityProvider(past);
  }
  const { openIdentityProvider } = await import('../identity/firebase.ts');
  return () => openIdentityProvider(configuration);
};

/**
 * Creates the session. It opens the identity provider now if a user may be signed in on this device, otherwise when it is needed. Called
 * once, before the first render.
 */
export const startSession = (
  configuration: ClientConfiguration,
  { isPublicQuery, withStoredUserRecord, loadPartsForUsers }: SessionDependencies,
): void => {
  /** Set before the identity provider reports a person. */
  let fetchUserRecord: FetchUserRecord | null = null;
  const fetchOrReadUserRecord = async (person: Person & { email: string }): Promise<User | null> => {
    const fetchRecord = async () => (await fetchUserRecord?.(person)) ?? null;
    // An as-of view leaves nothing about its user in this browser.
    if (configuration.past !== null) return fetchRecord();
    let isStored = false;
    const record = await withStoredUserRecord(person.uid, fetchRecord, () => {
      isStored = true;
    });
    isRoleStored = isStored;
    return record;
  };
  const session = createSessionController({
    mayBeSignedIn: async () => configuration.past !== null || (await mayBeSignedIn()),
    openIdentityProvider: async () => {
      const [open, parts] = await Promise.all([
        loadIdentityProvider(configuration),
        loadPartsForUsers(),
      ]).catch((cause: unknown) => {
        reportMissingCode('The code for signing in could not be loaded.', cause);
        throw cause;
      });
      fetchUserRecord = parts.fetchUserRecord;
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
    // If the provider could not be opened, it is unknown who is signed in. The user of an as-of view has not signed in.
    if (configuration.past === null && state.hasReported && !state.isLoading) rememberSignedIn(uid !== null);
    if (uid !== previousUid && previousUid !== null) removePrivateData();
  });

  onSignInElsewhere(session.openProvider);
  onAccountDeletedInOtherTab(() => endSessionOfGoneAccount('account-deleted'));
  forbiddenResponses.on((code) => {
    if (code === 'account-removed') endSessionOfGoneAccount('account-removed');
    if (code === 'registration-incomplete' && session.current().role.status === 'known')
      void session.refreshRole();
  });
  provideTokens(session);
};
