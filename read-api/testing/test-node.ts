import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { type Dashboard, dashboard } from '#contract/schemas/dashboard.ts';
import {
  type ClientToServer,
  type LiveHandshake,
  type LiveMessage,
  type LiveTrending,
  type LiveWelcome,
  liveMessage,
  liveTrending,
  liveWelcome,
  type ServerToClient,
} from '#contract/live-messages.ts';
import { type CoursePresence, coursePresence } from '#contract/schemas/presence.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { silentLogger } from '#platform/logging.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import { type TestIdentityProvider, testProjectId } from '#platform/testing/identity-provider.ts';
import { openReadApi, type ReadApiOptions } from '../server.ts';
import type { TestUser } from './school.ts';

/** One node of the read-api on a port of its own, with real verification of tokens that the test's provider signs. */
export type TestNode = AsyncDisposable & { address: string; port: number; metrics: Metrics };

export const openTestNode = async (
  url: string,
  provider: TestIdentityProvider,
  options: Partial<ReadApiOptions> & {
    port?: number;
    environment?: Record<string, string>;
    /** Called when the node listens and does not stand anywhere yet. */
    beforeReady?: (address: string) => void;
  } = {},
): Promise<TestNode> => {
  const verifier = openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent: provider.agent,
    credential: provider.credential,
  });
  const metrics = createMetrics({ defaults: false });
  const api = openReadApi({
    configuration: parseConfiguration({ DATABASE_URL: url, ...options.environment }),
    logger: silentLogger(),
    metrics,
    verifier,
    build: 'test',
    clientFolder: null,
    authEmulatorUrl: null,
    // Tests of the recording itself give their own, or let it go to a command-api.
    recordReading: async () => {},
    ...options,
  });
  const server = createServer(api.callback);
  api.attach(server);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  options.beforeReady?.(address);
  await api.ready();
  const end = async () => {
    await api.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await verifier.close();
  };
  let ended: Promise<void> | undefined;
  return {
    address,
    port,
    metrics,
    [Symbol.asyncDispose]: () => {
      ended ??= end();
      return ended;
    },
  };
};

export const tokenOf = (provider: TestIdentityProvider, person: Pick<TestUser, 'uid' | 'email'>) =>
  provider.token({ uid: person.uid, email: person.email });

/** A live client as the product's own: it keeps what it was told, each message parsed by the contract. */
export type LiveClient = Disposable & {
  socket: Socket<ServerToClient, ClientToServer>;
  messages: LiveMessage[];
  welcomes: LiveWelcome[];
  /** The trending courses, each time that they were told. */
  trending: LiveTrending[];
  /** How many learn what the client shows, each time that it was told. */
  presence: CoursePresence[];
  /** The positions up to which something happened, as admins are told. */
  auditPositions: number[];
  /** The dashboard, each time that it was told. */
  dashboards: Dashboard[];
  /** The kinds and positions of the messages so far. */
  received: () => string[];
  /** What to say to come back: the last position that was seen. */
  lastSeen: () => Pick<LiveHandshake, 'since' | 'logId'>;
  /** How often it was asked for a new token. */
  renewalRequests: () => number;
};

/** Connects and waits for the welcome. */
export const connectLiveClient = async (address: string, auth: LiveHandshake = {}): Promise<LiveClient> => {
  const socket: Socket<ServerToClient, ClientToServer> = io(address, {
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnection: false,
  });
  const messages: LiveMessage[] = [];
  const welcomes: LiveWelcome[] = [];
  const trending: LiveTrending[] = [];
  const presence: CoursePresence[] = [];
  const audited: number[] = [];
  const dashboards: Dashboard[] = [];
  let position = auth.since ?? 0;
  let asked = 0;
  socket.on('message', (message) => {
    messages.push(liveMessage.parse(message));
    position = message.position;
  });
  socket.on('trending-changed', (told) => {
    trending.push(liveTrending.parse(told));
  });
  socket.on('presence', (told) => {
    presence.push(coursePresence.parse(told));
  });
  socket.on('audit-changed', (position) => audited.push(position));
  socket.on('dashboard', (told) => {
    dashboards.push(dashboard.parse(told));
  });
  socket.on('sign-in-again', () => {
    asked += 1;
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('welcome', (welcome) => {
      welcomes.push(liveWelcome.parse(welcome));
      position = welcome.position;
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
    auditPositions: audited,
    dashboards,
    received: () => messages.map((message) => `${message.position} ${message.kind}`),
    lastSeen: () => ({ since: position, logId: welcomes[0]?.logId }),
    renewalRequests: () => asked,
    [Symbol.dispose]: () => {
      socket.disconnect();
    },
  };
};
