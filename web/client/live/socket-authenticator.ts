import { backoffMs } from '#concurrency/backoff-ms.ts';
import { readUserId } from '../api/token.ts';

/** `refused` may mean that the token has just expired. `no-answer`: the server did not answer in time. */
export type AuthenticationResult = 'accepted' | 'refused' | 'no-answer';

type SocketUser = { uid: string | null; role: string };

type SocketAuthenticatorDependencies = {
  /** Returns the signed-in user; `uid` is null for a visitor. Returns null while the session is loading. */
  getCurrentUser: () => SocketUser | null;
  /**
   * Returns the ID token; null for a visitor, or if the provider does not say in time who is signed in. Rejects if the token of a
   * signed-in user is not available. @param forceRefresh asks the provider for a new one.
   */
  fetchToken: (forceRefresh: boolean) => Promise<string | null>;
  isConnected: () => boolean;
  /** Sends a token to the server over the open socket; null makes it the socket of a visitor. */
  authenticate: (token: string | null) => Promise<AuthenticationResult>;
  /** Closes the socket and opens it again, with a new handshake. */
  reconnect: () => void;
  /** Called before a handshake if this tab may have missed updates that only its user gets. */
  onUpdatesMissed: () => void;
};

/**
 * The states of a socket's authentication:
 *
 *   settled ──other user or role──▶ authenticating
 *   any state ──the server asks for a token──▶ authenticating
 *   authenticating ──accepted──▶ settled
 *   authenticating ──refused, no token, or accepted for another user──▶ waiting, with exponential backoff
 *   authenticating ──no answer──▶ unsettled, and the socket reconnects
 *   waiting ──timer──▶ authenticating
 *   authenticating, waiting, unsettled ──connected, or the session changes──▶ authenticating
 *   any state ──attempt without a connection, or while the session is loading──▶ unsettled
 *   any state ──handshake──▶ settled if the token belongs to the signed-in user, or if there is neither a token nor a signed-in user;
 *                            otherwise unsettled
 *
 * A newer attempt or handshake supersedes an attempt that is still in progress.
 */
type State =
  | { status: 'settled' | 'authenticating' | 'unsettled' }
  | { status: 'waiting'; timer: ReturnType<typeof setTimeout> };

const retryBackoff = { firstMs: 2_000, maxMs: 60_000 };

const visitor: SocketUser = { uid: null, role: '' };

const readUid = (token: string | null) => (token === null ? null : readUserId(token));

/**
 * Creates an authenticator, which keeps a socket authenticated as the user who is signed in in this tab: after logins and
 * logouts, when tokens expire, and when the identity provider is unavailable. It retries until it succeeds, because a socket
 * that the server treats as a visitor's would look alive but deliver no updates that only the user gets.
 */
export const createSocketAuthenticator = (dependencies: SocketAuthenticatorDependencies) => {
  let state: State = { status: 'settled' };
  /** The user of the last attempt or handshake. */
  let triedUser = visitor;
  /** The user to whom the socket belongs on the server, as far as this tab knows; null for a visitor. */
  let serverUid: string | null = null;
  /**
   * Whether the server may treat the socket as a visitor's, or may have done so before the connection was lost. In this case it may have
   * reported positions beyond updates that only the user gets, without sending these updates. When the server accepts a token on an open socket, it
   * orders the refetch itself.
   */
  let isPossiblyVisitor = false;
  let failures = 0;
  /** The number of the last attempt. It supersedes earlier attempts that are still in progress. */
  let lastAttempt = 0;

  const beginAttempt = (): number => {
    if (state.status === 'waiting') {
      clearTimeout(state.timer);
      state = { status: 'unsettled' };
    }
    lastAttempt += 1;
    return lastAttempt;
  };

  const fetchToken = (forceRefresh: boolean) => dependencies.fetchToken(forceRefresh).catch(() => null);

  const waitAndRetry = () => {
    const delayMs = backoffMs(failures, retryBackoff);
    failures += 1;
    state = { status: 'waiting', timer: setTimeout(() => void authenticate(false), delayMs) };
  };

  /** Sends a token to the server. @returns null if the attempt was superseded or the socket reconnects. */
  const send = async (token: string | null, attempt: number): Promise<'accepted' | 'refused' | null> => {
    const result = await dependencies.authenticate(token);
    if (result === 'accepted') isPossiblyVisitor = token === null;
    if (attempt !== lastAttempt) return null;
    if (result === 'accepted') serverUid = readUid(token);
    if (result !== 'no-answer') return result;
    state = { status: 'unsettled' };
    // A socket that is disconnected by now reconnects automatically.
    if (dependencies.isConnected()) dependencies.reconnect();
    return null;
  };

  const authenticate = async (forceRefresh: boolean): Promise<void> => {
    const attempt = beginAttempt();
    state = { status: 'unsettled' };
    const user = dependencies.getCurrentUser();
    if (user === null || !dependencies.isConnected()) return;
    state = { status: 'authenticating' };
    triedUser = user;
    const token = user.uid === null ? null : await fetchToken(forceRefresh);
    if (attempt !== lastAttempt) return;
    // Without a token the socket would become a visitor's. That is worse than waiting, unless the socket is still another user's.
    if (user.uid !== null && token === null && (serverUid === null || serverUid === user.uid))
      return waitAndRetry();
    const result = await send(token, attempt);
    if (result === null) return;
    if (result === 'refused') {
      // The token may have just expired.
      if (token !== null && !forceRefresh) return authenticate(true);
      // Until a retry succeeds, the socket must not receive the messages of the previous user.
      if (serverUid !== null && serverUid !== user.uid && (await send(null, attempt)) === null) return;
    }
    if (serverUid !== user.uid || result === 'refused') return waitAndRetry();
    state = { status: 'settled' };
    failures = 0;
  };

  return {
    /** Returns the token for the handshake of a new connection; null for a visitor, or if no token is available. */
    handshake: async (): Promise<string | null> => {
      const attempt = beginAttempt();
      const token = await fetchToken(false);
      serverUid = readUid(token);
      if (token !== null && isPossiblyVisitor) dependencies.onUpdatesMissed();
      isPossiblyVisitor = token === null;
      if (attempt !== lastAttempt) return token;
      triedUser = dependencies.getCurrentUser() ?? visitor;
      state = { status: serverUid === triedUser.uid ? 'settled' : 'unsettled' };
      return token;
    },
    /**
     * Authenticates if the user or the role has changed, or if the last attempt has not succeeded (yet). Call it on a new connection and
     * when the session changes.
     */
    update: (): void => {
      const user = dependencies.getCurrentUser();
      if (user === null) return;
      if (user.uid === triedUser.uid && user.role === triedUser.role && state.status === 'settled') return;
      if (user.uid !== triedUser.uid) failures = 0;
      void authenticate(false);
    },
    /** Sends a new token, because the server asks for one. The old token may have expired. */
    renew: (): void => {
      isPossiblyVisitor = true;
      void authenticate(true);
    },
  };
};
