import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServer,
  liveMessage,
  liveTrending,
  liveWelcome,
  type ServerToClient,
} from '#contract/live.ts';
import { askSeenAgain, noteSeen } from '../../domains/announcements/announcements.ts';
import { earliestReadPlace } from '../api/log-position.ts';
import { currentToken } from '../api/token.ts';
import { queryClient } from '../query-client.ts';
import { sessionAtom } from '../session/session.ts';
import { store } from '../store.ts';
import { type Connection, connectionAtom } from './connection.ts';
import { liveCursor } from './cursor.ts';
import { journal } from './journal.ts';
import { tellAudit, tellInsight, tellListeners, tellTrending } from './listeners.ts';
import { followAttendance, tellDashboard, tellPresence } from './presence.ts';
import { standingFor, type Taken } from './standing-for.ts';

type LiveSocket = Socket<ServerToClient, ClientToServer>;

const cursor = liveCursor();

/** The server has forgotten what this tab shows. */
let sayWhatIsShown = () => {};

const onWelcome = (welcome: unknown) => {
  const parsed = liveWelcome.safeParse(welcome);
  if (!parsed.success) return;
  sayWhatIsShown();
  if (cursor.welcome(parsed.data)) {
    journal.startAt(parsed.data.position);
    void queryClient.invalidateQueries();
  } else {
    journal.beginAt(parsed.data.position);
    // What happened while the line was away was told to nobody.
    tellAudit(parsed.data.position);
  }
};

const onMessage = (message: unknown) => {
  const parsed = liveMessage.safeParse(message);
  // A kind that this build does not know yet: a newer server. It changes nothing that this build shows.
  if (!parsed.success || !cursor.accept(parsed.data)) return;
  journal.add(parsed.data);
  tellListeners(parsed.data);
};

const withPosition = (tell: (position: number) => void) => (position: unknown) => {
  if (typeof position === 'number' && Number.isSafeInteger(position)) tell(position);
};

const onTrending = (trending: unknown) => {
  const parsed = liveTrending.safeParse(trending);
  if (parsed.success) tellTrending(parsed.data);
};

/** How long the server may take to say whether it takes a token. */
const takenWithinMs = 10_000;

const sayTo =
  (socket: LiveSocket) =>
  (token: string | null): Promise<Taken> =>
    new Promise((resolve) => {
      socket.timeout(takenWithinMs).emit('authenticate', token, (failure, answer) => {
        if (failure !== null || answer === undefined) return resolve('unheard');
        if ('error' in answer) return resolve('refused');
        onWelcome(answer);
        resolve('taken');
      });
    });

/** While the session is loading (a sign-in or logout is under way) the socket stays who it was. */
const personNow = () => {
  const session = store.get(sessionAtom);
  if (session.status === 'loading') return null;
  if (session.status === 'visitor') return { uid: null, role: '' };
  return { uid: session.person.uid, role: session.user?.userType ?? '' };
};

const connectionOf = (socket: LiveSocket): Connection => {
  if (!navigator.onLine) return 'offline';
  return socket.connected ? 'live' : 'reconnecting';
};

/** Those who come back after a server was restarted do not ask all at once. */
const askWithinMs = 10_000;

/** What is state, and no message, is not sent after a lost line. */
const askForState = () => setTimeout(askSeenAgain, Math.random() * askWithinMs);

/**
 * Opens the one socket of this tab, for ever: it connects again by itself, says where it stands and gets what it
 * missed. Called once.
 */
export const startLive = (): void => {
  const socket: LiveSocket = io({
    transports: ['websocket'],
    reconnectionDelayMax: 5_000,
    auth: (give) => {
      void standing.handshake().then((token) => {
        const handshake = cursor.handshake(earliestReadPlace());
        if (handshake.since !== undefined) journal.beginAt(handshake.since);
        give({ ...(token === null ? {} : { token }), ...handshake });
      });
    },
  });
  const standing = standingFor({
    person: personNow,
    token: currentToken,
    isConnected: () => socket.connected,
    say: sayTo(socket),
    reopen: () => socket.disconnect().connect(),
  });
  const showConnection = () => store.set(connectionAtom, connectionOf(socket));
  socket.on('welcome', onWelcome);
  socket.on('message', onMessage);
  socket.on(
    'position',
    withPosition((position) => cursor.reach(position)),
  );
  socket.on('announcements-seen', (position) => noteSeen(Number(position) || 0));
  socket.on('trending-changed', onTrending);
  socket.on('audit-changed', withPosition(tellAudit));
  socket.on('insight-changed', withPosition(tellInsight));
  socket.on('presence', tellPresence);
  socket.on('dashboard', tellDashboard);
  sayWhatIsShown = followAttendance((place, refused) => {
    // What is not said now is said after the next welcome.
    if (socket.connected)
      socket.timeout(10_000).emit('attend', place, (failure, refusal) => {
        if (failure !== null || refusal !== null) refused();
      });
  });
  socket.on('sign-in-again', standing.again);
  socket.on('connect', () => {
    showConnection();
    standing.look();
  });
  socket.io.on('reconnect', askForState);
  socket.on('connect_error', showConnection);
  socket.on('disconnect', (reason) => {
    showConnection();
    // A server that ends the connection itself (an ordered shutdown) is not called again by socket.io.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 1_000);
  });
  addEventListener('offline', showConnection);
  addEventListener('online', () => {
    showConnection();
    if (!socket.connected) socket.disconnect().connect();
  });
  if (!navigator.onLine) showConnection();
  store.sub(sessionAtom, standing.look);
};
