import { io, type Socket } from 'socket.io-client';
import {
  type ClientToServer,
  type LiveHandshake,
  type LiveMessage,
  liveMessage,
  type ServerToClient,
} from '#contract/live-messages.ts';
import {
  type LiveTrending,
  type LiveWelcome,
  liveTrending,
  liveWelcome,
} from '#contract/public-live-messages.ts';
import { type Dashboard, dashboard } from '#contract/schemas/dashboard.ts';
import { type AttendedView, type CoursePresence, coursePresence } from '#contract/schemas/presence.ts';
import { longWait } from '#platform/testing/long-wait.ts';

/** A live client that records what it receives, parsed by the schemas of the contract. */
export type LiveClient = Disposable & {
  socket: Socket<ServerToClient, ClientToServer>;
  messages: LiveMessage[];
  welcomes: LiveWelcome[];
  trending: LiveTrending[];
  presence: CoursePresence[];
  /** The positions in the `audit-changed` events. */
  auditPositions: number[];
  dashboards: Dashboard[];
  /** The arguments of all events except messages, by event name. */
  events: Map<string, unknown[][]>;
  /** Tells the node which view is shown. @returns why the socket does not attend it, or null. */
  attend: (view: AttendedView | null) => Promise<string | null>;
  /** Sends a new token, or null to continue as a visitor. @returns the welcome, or the error if the token is refused. */
  authenticate: (token: string | null) => Promise<LiveWelcome | { error: string }>;
  /** Returns the messages so far, each as `<position> <kind>`. */
  received: () => string[];
  /** Returns the handshake with which a reconnecting client continues. */
  lastSeen: () => Pick<LiveHandshake, 'since' | 'logId'>;
  /** Returns how often the client was asked for a new token. */
  renewalRequests: () => number;
};

/** Connects a client and waits for the welcome. Rejects if the connection is refused. */
export const connectLiveClient = async (address: string, auth: LiveHandshake = {}): Promise<LiveClient> => {
  const socket: Socket<ServerToClient, ClientToServer> = io(address, {
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnection: false,
    timeout: longWait.timeout,
  });
  const messages: LiveMessage[] = [];
  const welcomes: LiveWelcome[] = [];
  const trending: LiveTrending[] = [];
  const presence: CoursePresence[] = [];
  const auditPositions: number[] = [];
  const dashboards: Dashboard[] = [];
  const events = new Map<string, unknown[][]>();
  let lastPosition = auth.since ?? 0;
  let renewalRequests = 0;
  socket.on('message', (message) => {
    messages.push(liveMessage.parse(message));
    lastPosition = message.position;
  });
  socket.onAny((event: string, ...args: unknown[]) => {
    if (event !== 'message') events.set(event, [...(events.get(event) ?? []), args]);
  });
  socket.on('trending-changed', (list) => void trending.push(liveTrending.parse(list)));
  socket.on('presence', (count) => void presence.push(coursePresence.parse(count)));
  socket.on('audit-changed', (position) => void auditPositions.push(position));
  socket.on('dashboard', (snapshot) => void dashboards.push(dashboard.parse(snapshot)));
  socket.on('sign-in-again', () => {
    renewalRequests += 1;
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('welcome', (welcome) => {
      welcomes.push(liveWelcome.parse(welcome));
      lastPosition = welcome.position;
      resolve();
    });
    socket.on('connect_error', reject);
  });
  return {
    socket,
    messages,
    welcomes,
    trending,
    presence,
    auditPositions,
    dashboards,
    events,
    attend: (view) => socket.timeout(longWait.timeout).emitWithAck('attend', view),
    authenticate: (token) => socket.timeout(longWait.timeout).emitWithAck('authenticate', token),
    received: () => messages.map((message) => `${message.position} ${message.kind}`),
    lastSeen: () => ({ since: lastPosition, logId: welcomes[0]?.logId }),
    renewalRequests: () => renewalRequests,
    [Symbol.dispose]: () => {
      socket.disconnect();
    },
  };
};
