import { io, type Socket } from 'socket.io-client';
import type { z } from 'zod/mini';
import type { ClientToServer, LiveMessage, ServerToClient } from '#contract/live-messages.ts';
import { liveTrending, liveWelcome, publicLiveMessage } from '#contract/public-live-messages.ts';
import { rosterChange } from '#contract/schemas/presence.ts';
import { getEarliestReadPosition } from '../api/log-position.ts';
import { fetchCurrentToken } from '../api/token.ts';
import { type Connection, connectionAtom } from '../connection.ts';
import { sessionAtom } from '../session/session.ts';
import { store } from '../store.ts';
import { createWelcomeHandler } from './create-welcome-handler.ts';
import { createLiveCursor } from './live-cursor.ts';
import { liveEvents } from './live-events.ts';
import { connectViewReporter, setPresence } from './presence.ts';
import { recentUpdates } from './recent-updates.ts';
import { type AuthenticationResult, createSocketAuthenticator } from './socket-authenticator.ts';

type LiveSocket = Socket<ServerToClient, ClientToServer>;

/** How long the server may take to acknowledge what the client emits. */
const answerTimeoutMs = 10_000;
const maxReconnectDelayMs = 5_000;
/** If a server disconnects a socket instead of closing its connection, Socket.IO does not reconnect. The client then reconnects after this delay. */
const reconnectAfterServerDisconnectMs = 1_000;

const cursor = createLiveCursor();

/** The live updates that this tab understands: those for everybody until a user's token is sent, then all of them. */
let messageSchema: z.ZodMiniType<LiveMessage> = publicLiveMessage;

/** Reports the shown view to a server that does not know it. Set when the socket is created. */
let reportViewAgain = () => {};

const handleWelcome = createWelcomeHandler({ cursor, recentUpdates, live: liveEvents });

const onWelcome = (payload: unknown) => {
  const { data: welcome } = liveWelcome.safeParse(payload);
  if (welcome === undefined) return;
  reportViewAgain();
  handleWelcome(welcome, getEarliestReadPosition());
};

const onMessage = (payload: unknown) => {
  const { data: update } = messageSchema.safeParse(payload);
  // A newer server may send kinds that this build does not know. They are ignored.
  if (update === undefined || !cursor.accept(update)) return;
  recentUpdates.add(update);
  liveEvents.updates.emit(update);
};

const onTrending = (payload: unknown) => {
  const { data: trending } = liveTrending.safeParse(payload);
  if (trending !== undefined) liveEvents.trending.emit(trending);
};

const onRosterChanged = (payload: unknown) => {
  const { data: change } = rosterChange.safeParse(payload);
  if (change !== undefined) liveEvents.rosterChanged.emit(change);
};

/** Returns a listener that passes on integers and ignores all other payloads. */
const withInteger = (listener: (value: number) => void) => (payload: unknown) => {
  if (typeof payload === 'number' && Number.isSafeInteger(payload)) listener(payload);
};

const authenticateOver =
  (socket: LiveSocket) =>
  (token: string | null): Promise<AuthenticationResult> =>
    new Promise((resolve) => {
      socket.timeout(answerTimeoutMs).emit('authenticate', token, (failure, answer) => {
        if (failure !== null || answer === undefined) return resolve('no-answer');
        if ('error' in answer) return resolve('refused');
        onWelcome(answer);
        resolve('accepted');
      });
    });

/** Returns the user to whom the socket should belong. Returns null while the session is loading. In this time the socket keeps its user. */
const getCurrentUser = () => {
  const session = store.get(sessionAtom);
  if (session.status === 'loading') return null;
  if (session.status === 'visitor') return { uid: null, role: '' };
  return { uid: session.person.uid, role: session.user?.userType ?? '' };
};

const getConnection = (socket: LiveSocket): Connection => {
  if (!navigator.onLine) return 'offline';
  return socket.connected ? 'live' : 'reconnecting';
};

/**
 * Opens the one socket of this tab. It reconnects, authenticates and asks for the updates that it missed. Called once.
 * @param prepareForUser registers the handlers of the updates that only users get, and returns the schema of all updates. Called before
 * each token is sent, so that no update arrives without its handlers.
 */
export const openLiveConnection = (prepareForUser: () => Promise<z.ZodMiniType<LiveMessage>>): void => {
  const fetchToken = async (forceRefresh: boolean): Promise<string | null> => {
    const token = await fetchCurrentToken(forceRefresh);
    if (token !== null) messageSchema = await prepareForUser();
    return token;
  };
  const socket: LiveSocket = io({
    transports: ['websocket'],
    reconnectionDelayMax: maxReconnectDelayMs,
    auth: (respond) => {
      void authenticator.handshake().then((token) => {
        const handshake = cursor.handshake(getEarliestReadPosition());
        if (handshake.since !== undefined) recentUpdates.startAt(handshake.since);
        respond({ ...(token === null ? {} : { token }), ...handshake });
      });
    },
  });
  const reconnect = () => socket.disconnect().connect();
  const authenticator = createSocketAuthenticator({
    getCurrentUser,
    fetchToken,
    isConnected: () => socket.connected,
    authenticate: authenticateOver(socket),
    reconnect,
    onUpdatesMissed: cursor.requireRefetch,
  });
  const showConnection = () => store.set(connectionAtom, getConnection(socket));

  socket.on('welcome', onWelcome);
  socket.on('message', onMessage);
  socket.on('position', withInteger(cursor.advanceTo));
  socket.on('announcements-seen', withInteger(liveEvents.announcementsSeen.emit));
  socket.on('notifications-changed', withInteger(liveEvents.notificationsChanged.emit));
  socket.on('trending-changed', onTrending);
  socket.on('audit-changed', withInteger(liveEvents.auditChanged.emit));
  socket.on('insight-changed', withInteger(liveEvents.insightChanged.emit));
  socket.on('roster-changed', onRosterChanged);
  socket.on('presence', setPresence);
  socket.on('dashboard', liveEvents.dashboard.emit);
  socket.on('sign-in-again', authenticator.renew);
  reportViewAgain = connectViewReporter((view, onRefused) => {
    // Without a connection the view is reported after the next welcome.
    if (socket.connected)
      socket.timeout(answerTimeoutMs).emit('attend', view, (failure, refusal) => {
        if (failure !== null || refusal !== null) onRefused();
      });
  });

  let hasConnected = false;
  /** Whether the socket has connected again and the server has not welcomed it yet. */
  let awaitsWelcome = false;
  socket.on('connect', () => {
    showConnection();
    authenticator.update();
    awaitsWelcome = hasConnected;
    hasConnected = true;
  });
  // Socket.IO does not emit its own `reconnect` event after our calls of `connect()`. After the welcome, no change is missed.
  socket.on('welcome', () => {
    if (awaitsWelcome) liveEvents.reconnected.emit();
    awaitsWelcome = false;
  });
  socket.on('connect_error', showConnection);
  socket.on('disconnect', (reason) => {
    showConnection();
    if (reason === 'io server disconnect')
      setTimeout(() => socket.connect(), reconnectAfterServerDisconnectMs);
  });
  addEventListener('offline', showConnection);
  addEventListener('online', () => {
    showConnection();
    if (!socket.connected) reconnect();
  });
  if (!navigator.onLine) showConnection();
  store.sub(sessionAtom, authenticator.update);
};
