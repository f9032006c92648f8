import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import { Server } from 'socket.io';
import { liveHandshake } from '#contract/live-messages.ts';
import type { LiveTrending } from '#contract/public-live-messages.ts';
import type { Configuration } from '#platform/configuration.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import type { Metrics } from '#platform/metrics.ts';
import { ProblemError } from '#platform/problems.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import type { RecordReading } from '../admin-reads/reading.ts';
import { findSeenChange, seenChannel } from '../resources/announcements/seen-changes.ts';
import { findTrending } from '../resources/ratings/query.ts';
import { RosterNotices } from './attended-views/roster-notices.ts';
import { admitToView } from './attended-views/view-admission.ts';
import { openViewFeeds, type ViewFeedsDependencies } from './attended-views/view-feeds.ts';
import { broadcast, type LiveIo } from './broadcast.ts';
import { type CatchUpDependencies, findMissedUpdates, waitForClientPosition } from './catch-up.ts';
import { createConnectionAdmission } from './connections/connection-admission.ts';
import { enforceTrafficLimits } from './connections/enforce-traffic-limits.ts';
import { refuseHandshake } from './connections/refuse-handshake.ts';
import { refuseSecondTransports } from './connections/refuse-second-transports.ts';
import { defaultLiveLimits, type LiveLimits } from './live-limits.ts';
import { createLiveMetrics } from './live-metrics.ts';
import { LiveTail, type LiveTailDependencies } from './live-tail.ts';
import { accountRoom, courseOfRosterRoom, type Room, roleRoom, rosterRoom, userRoom } from './rooms.ts';
import { handleClientEvents } from './sessions/client-events.ts';
import { type AudienceDependencies, resolveAudience, verifyTokenAgain } from './sessions/resolve-audience.ts';
import { type LiveSocket, SocketSession, type SocketSessionDependencies } from './sessions/socket-session.ts';
import { startTokenChecks } from './sessions/token-checks.ts';
import { TrendingBroadcaster } from './trending-broadcaster.ts';
import type { LiveUpdate } from './updates/live-update.ts';

type LiveServerDependencies = Omit<LiveTailDependencies, 'maxRecentUpdates'> &
  AudienceDependencies &
  ViewFeedsDependencies &
  Pick<CatchUpDependencies, 'log'> & { recordReading: RecordReading; state: Kysely<StateTables> };

type LiveServerOptions = {
  configuration: Pick<
    Configuration,
    'trustedProxies' | 'publicUrl' | 'liveConnectionsPerAddress' | 'firebase'
  >;
  dependencies: LiveServerDependencies;
  metrics: Metrics;
  limits?: Partial<LiveLimits> | undefined;
};

export type LiveServer = {
  /** Accepts WebSockets on this HTTP server. */
  attach(server: HttpServer): void;
  /** Starts live delivery. Resolves once sockets can be served. */
  ready(): Promise<void>;
  /**
   * Stops accepting sockets and closes the open ones. Call it before closing the HTTP server, which would otherwise wait for its
   * sockets.
   */
  startClosing(): void;
  close(): Promise<void>;
};

/** How many clients may catch up from the log at once. */
const maxLogReaders = 4;
/** The orders to refetch are spread over as many milliseconds as there are sockets, up to this limit. */
const maxRefetchDelayMs = 5_000;
/** How many handshakes an address may make in a minute for each socket that it may have open. */
const handshakesPerConnection = 2;

/**
 * Opens the live delivery of one node: Socket.IO over WebSocket only, without compression. Each node follows the log on its own and
 * serves its own sockets, so nodes need not know of each other.
 */
export const openLiveServer = ({
  configuration,
  dependencies,
  metrics: nodeMetrics,
  limits: limitOverrides,
}: LiveServerOptions): LiveServer => {
  const { logger } = dependencies;
  const limits: LiveLimits = {
    ...defaultLiveLimits,
    maxConnectionsPerAddress: configuration.liveConnectionsPerAddress,
    maxHandshakesPerMinute: handshakesPerConnection * configuration.liveConnectionsPerAddress,
    ...limitOverrides,
  };
  const metrics = createLiveMetrics(nodeMetrics, () => io.engine?.clientsCount ?? 0);
  const admission = createConnectionAdmission(configuration, limits);
  const io: LiveIo<{ session?: SocketSession }> = new Server({
    path: '/socket.io/',
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: limits.maxMessageBytes,
    connectTimeout: limits.handshakeTimeoutMs,
    pingInterval: limits.pingIntervalMs,
    pingTimeout: limits.pingTimeoutMs,
    allowRequest: (request, decide) => {
      admission
        .admit(request)
        .then((refusal) => {
          if (refusal !== null) metrics.disconnects.inc({ reason: refusal });
          decide(refusal, refusal === null);
        })
        .catch((error: unknown) => {
          if (error instanceof ProblemError) {
            metrics.disconnects.inc({ reason: 'too many handshakes' });
            return refuseHandshake(request.socket, error);
          }
          logger.error({ err: error }, 'A connection could not be admitted.');
          decide('internal error', false);
        });
    },
  });
  const { adapter, sockets } = io.of('/');
  const allSessions = () => [...sockets.values()].flatMap((socket) => socket.data.session ?? []);
  const sessionsIn = (room: Room): SocketSession[] =>
    [...(adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.get(id)?.data.session ?? []);

  const trending = new TrendingBroadcaster({
    load: async (): Promise<LiveTrending> => ({
      logId: tail.logId,
      ...(await findTrending(dependencies.tables)),
    }),
    emit: (list) => io.to('everyone').emit('trending-changed', list),
    intervalMs: limits.trendingIntervalMs,
    logger,
  });

  const rosterNotices = new RosterNotices({
    isAttended: (courseId) => adapter.rooms.has(rosterRoom(courseId)),
    attendedCourses: () => [...adapter.rooms.keys()].flatMap((room) => courseOfRosterRoom(room) ?? []),
    recheckViewers: (courseId) =>
      Promise.all(sessionsIn(rosterRoom(courseId)).map((session) => session.recheckView())),
    emit: (change) => io.to(rosterRoom(change.courseId)).emit('roster-changed', change),
    intervalMs: limits.rosterIntervalMs,
    logger,
  });

  // A viewer that was disconnected may have missed notices. It compares the position in this message with that of its roster.
  adapter.on('join-room', (room: string, socketId: string) => {
    const courseId = courseOfRosterRoom(room);
    if (courseId !== null)
      sockets.get(socketId)?.emit('roster-changed', { courseId, position: tail.position });
  });

  const onLiveUpdate = (update: LiveUpdate) => {
    broadcast(io, update);
    metrics.updates.inc();
    trending.onLiveUpdate(update);
    rosterNotices.onLiveUpdate(update);
    const { roleChange, deliveries } = update;
    if (roleChange)
      for (const session of sessionsIn(accountRoom(roleChange.userId)))
        session.changeRole(roleChange.userType);
    // A student who has left a course is no longer one of its learners, even if a tab still shows the lesson.
    for (const { to, message } of deliveries)
      if (message.kind === 'enrolment-removed')
        for (const room of to) for (const session of sessionsIn(room)) void session.recheckView();
  };

  /**
   * Orders all clients to refetch. Staff, who are few, get the order at once, because they may have lost their role. All others get
   * it at random moments, so that they do not all fetch at the same time.
   */
  const onRefetchNeeded = () => {
    trending.refresh();
    const sessions = allSessions();
    for (const session of sessions) {
      const order = () => void session.orderRefetch();
      if (session.isStaff) order();
      else setTimeout(order, Math.random() * Math.min(maxRefetchDelayMs, sessions.length)).unref();
    }
  };

  const tail = new LiveTail(
    { ...dependencies, maxRecentUpdates: limits.maxRecentUpdates },
    { onLiveUpdate, onRefetchNeeded },
  );
  const viewFeeds = openViewFeeds(io, dependencies, limits, () =>
    Promise.all(sessionsIn('dashboard').map((session) => session.recordViewAgain())),
  );
  const logLimit = pLimit(maxLogReaders);
  const sessionDependencies: SocketSessionDependencies = {
    resolveAudience: (token) => resolveAudience(dependencies, token),
    waitForClientPosition: (handshake, isConnected) =>
      waitForClientPosition({ tail, limits }, handshake, isConnected),
    findMissedUpdates: (handshake, audience) =>
      findMissedUpdates({ ...dependencies, tail, logLimit, limits }, handshake, audience),
    admitToView: (audience, view) => admitToView(dependencies, audience, view),
    recordReading: ({ request }, { token, ...reading }) =>
      dependencies.recordReading({
        ...reading,
        userId: null,
        logId: tail.logId,
        authorization: `Bearer ${token}`,
        address: clientAddress(request, configuration.trustedProxies),
        requestId: randomUUID(),
      }),
    presence: viewFeeds.presence,
    tail,
    metrics,
    logger,
    renewTokenBeforeMs: limits.renewTokenBeforeMs,
    countSocketsOf: (userId) => adapter.rooms.get(accountRoom(userId))?.size ?? 0,
    maxConnectionsPerUser: limits.maxConnectionsPerUser,
  };

  io.use((socket, next) => {
    if (liveHandshake.safeParse(socket.handshake.auth).success) return next();
    next(Object.assign(new Error('The handshake is not valid.'), { data: { code: 'invalid-input' } }));
  });
  io.on('connection', (socket: LiveSocket) => {
    const session = new SocketSession(socket, sessionDependencies);
    socket.data.session = session;
    handleClientEvents(socket, session);
    // A client that connects again has to open a new connection, so that its handshake counts.
    socket.once('disconnect', () => socket.conn.close());
    const open = async () => {
      await session.open(liveHandshake.parse(socket.handshake.auth));
      if (trending.latest && socket.connected) socket.emit('trending-changed', trending.latest);
    };
    open().catch((error: unknown) => {
      // The client reconnects automatically.
      logger.warn({ err: error }, 'The session of a socket could not be opened.');
      socket.conn.close();
    });
  });

  const stopListening = dependencies.notifications.subscribe((payload) => {
    findSeenChange(dependencies.state, payload)
      .then((seen) => {
        if (!seen) return;
        io.to(userRoom(seen.userId)).emit('announcements-seen', seen.position);
        const spreadMs = 0; // Only the devices of one user fetch.
        io.to(userRoom(seen.userId)).emit('notifications-changed', spreadMs);
      })
      // A client that misses the message learns the same from GET /announcement/seen and GET /notifications.
      .catch((error: unknown) => logger.warn({ err: error }, 'A changed seen position could not be read.'));
  }, seenChannel);

  /** Emits the position regularly if it has changed. @returns a function that stops the timer. */
  const emitPosition = (intervalMs: number, emit: (position: number) => void) => {
    let emitted = 0;
    const timer = setInterval(() => {
      if (tail.position === emitted) return;
      emitted = tail.position;
      emit(emitted);
    }, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  };
  const stopSendingPosition = emitPosition(limits.positionIntervalMs, (position) =>
    io.to('everyone').emit('position', position),
  );
  const stopSendingAuditPosition = emitPosition(limits.auditIntervalMs, (position) =>
    io.to(roleRoom('Admin')).emit('audit-changed', position),
  );

  const stopTokenChecks = configuration.firebase.shouldCheckRevoked
    ? startTokenChecks({
        sessions: allSessions,
        verify: (token) => verifyTokenAgain(dependencies, token),
        intervalMs: limits.tokenCheckIntervalMs,
        logger,
      })
    : () => {};

  let isClosing = false;
  const startClosing = () => {
    if (isClosing) return;
    isClosing = true;
    admission.startClosing();
    // Closes the transports instead of disconnecting the sockets: Socket.IO clients that the server disconnects do not reconnect.
    io.engine?.close();
  };

  return {
    attach: (server) => {
      io.attach(server);
      refuseSecondTransports(io.engine);
      io.engine.on('connection', (connection: LiveSocket['conn']) =>
        enforceTrafficLimits(connection, limits, (reason) => metrics.disconnects.inc({ reason })),
      );
    },
    ready: async () => {
      await tail.start();
      trending.refresh();
      viewFeeds.start();
    },
    startClosing,
    close: async () => {
      startClosing();
      stopSendingPosition();
      stopSendingAuditPosition();
      stopTokenChecks();
      stopListening();
      await tail.close();
      await trending.close();
      await rosterNotices.close();
      await viewFeeds.close();
    },
  };
};
