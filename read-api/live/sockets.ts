import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Server } from 'socket.io';
import {
  type ClientToServer,
  type LiveHandshake,
  liveHandshake,
  type ServerToClient,
} from '#contract/live.ts';
import type { LivePlace } from '#contract/presence.ts';
import type { Configuration } from '#platform/configuration.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import { addressKey } from '#platform/http/rate-limit.ts';
import type { Logger } from '#platform/logging.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { SeenElsewhere } from '../resources/announcements/seen-elsewhere.ts';
import { findTrending } from '../resources/ratings/trending.ts';
import type { Announcement } from './announcement.ts';
import { type AudienceServices, recognise } from './audience.ts';
import { findMissed } from './catch-up.ts';
import { countConnections } from './connection-count.ts';
import { fanOut } from './fan-out.ts';
import { farewellMs, guardConnection } from './guard-connection.ts';
import { hearClient } from './hear.ts';
import { type LiveLimits, liveLimits } from './limits.ts';
import { liveMetrics } from './metrics.ts';
import { admitToPlace } from './places/admission.ts';
import { openPlaces, type PlacesServices } from './places/open-places.ts';
import { type Audience, accountRoom, type Room, roleRoom, userRoom } from './rooms.ts';
import { type LiveSocket, Seat } from './seat.ts';
import { LiveTail, type TailServices } from './tail.ts';
import { LiveTrendingCourses } from './trending/trending.ts';
import { takeTurns } from './turns.ts';

export type LiveOptions = {
  configuration: Pick<Configuration, 'trustedProxies' | 'liveConnectionsPerAddress'>;
  services: TailServices & AudienceServices & PlacesServices & { seenElsewhere: Pick<SeenElsewhere, 'on'> };
  metrics: Metrics;
  logger: Logger;
  limits?: Partial<LiveLimits>;
};

export type Live = {
  attach(server: HttpServer): void;
  ready(): Promise<void>;
  /** Takes no more sockets and ends those there are; an HTTP server that is closing waits for them. */
  startClosing(): void;
  close(): Promise<void>;
};

type NoEvents = Record<string, never>;

/**
 * The live messages of one node: Socket.IO over WebSocket only, without compression. Each node tells its own
 * sockets what the log says, so nodes know nothing of each other.
 */
export const openLive = (options: LiveOptions): Live => {
  const { services, logger } = options;
  const limits: LiveLimits = {
    ...liveLimits,
    connectionsPerAddress: options.configuration.liveConnectionsPerAddress,
    ...options.limits,
  };
  const io = new Server<ClientToServer, ServerToClient, NoEvents, { seat?: Seat }>({
    path: '/socket.io/',
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: limits.messageBytes,
    connectTimeout: limits.connectWithinMs,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    allowRequest: (request, decide) => admitConnection(request, decide),
  });
  const metrics = liveMetrics(options.metrics, () => io.engine?.clientsCount ?? 0);
  const connections = countConnections(limits.connectionsPerAddress, limits.connections);
  const open = new Set<Socket>();
  let closing = false;

  const admitConnection = (
    request: IncomingMessage,
    decide: (error: string | null, admitted: boolean) => void,
  ) => {
    const release = closing
      ? null
      : connections.take(addressKey(clientAddress(request, options.configuration.trustedProxies)));
    if (release) {
      open.add(request.socket);
      request.socket.once('close', () => {
        release();
        open.delete(request.socket);
      });
    } else metrics.cut.inc({ reason: 'too many connections' });
    decide(release ? null : 'too many connections', release !== null);
  };

  const trending = new LiveTrendingCourses({
    find: async () => ({ logId: tail.logId, ...(await findTrending(services.tables)) }),
    emit: (found) => io.to('everyone').emit('trending-changed', found),
    everyMs: limits.sayTrendingMs,
    logger,
  });

  const places = openPlaces(io, { services, limits, logger });

  const seatsIn = (room: Room): Seat[] =>
    [...(io.of('/').adapter.rooms.get(room) ?? [])].flatMap(
      (sid) => io.of('/').sockets.get(sid)?.data.seat ?? [],
    );

  const announce = (announcement: Announcement) => {
    fanOut(io, announcement);
    metrics.announcements.inc();
    trending.follow(announcement);
    const { membership } = announcement;
    if (membership)
      for (const seat of seatsIn(accountRoom(membership.userId))) seat.roleIs(membership.userType);
    // Who leaves a course learns it no more, whatever their tab says.
    for (const { to, message } of announcement.deliveries)
      if (message.kind === 'enrolment-removed')
        for (const room of to) for (const seat of seatsIn(room)) seat.lookAgain();
  };

  /** Spread over a moment: nothing makes all clients fetch at once. */
  const refetch = () => {
    trending.lookAgain();
    const sockets = [...io.of('/').sockets.values()];
    for (const socket of sockets)
      setTimeout(() => {
        socket.emit('welcome', { position: tail.position, logId: tail.logId, refetch: true });
      }, Math.random() * Math.min(5_000, sockets.length)).unref();
  };

  const tail = new LiveTail(services, { announce, refetch });
  const oneOfFew = takeTurns(4, 200);
  const seatServices = {
    recognise: (token: string | null) => recognise(services, token),
    findMissed: ({ since, logId }: LiveHandshake) =>
      findMissed({ ...services, oneOfFew, limits }, tail, { since, logId }),
    admitToPlace: (audience: Audience, place: LivePlace) => admitToPlace(services, audience, place),
    presence: places.presence,
    tail,
    metrics,
    logger,
    signInAgainMs: limits.signInAgainMs,
    socketsOf: (userId: string) => io.of('/').adapter.rooms.get(accountRoom(userId))?.size ?? 0,
    connectionsPerPerson: limits.connectionsPerPerson,
  };

  io.use((socket, next) => {
    if (liveHandshake.safeParse(socket.handshake.auth).success) return next();
    const refusal = new Error('The handshake is not valid.') as Error & { data: unknown };
    refusal.data = { code: 'invalid-input' };
    next(refusal);
  });

  const onConnection = (socket: LiveSocket) => {
    const seat = new Seat(socket, seatServices);
    socket.data.seat = seat;
    hearClient(socket, seat);
    const takeIn = async () => {
      await seat.open(liveHandshake.parse(socket.handshake.auth));
      if (trending.latest && socket.connected) socket.emit('trending-changed', trending.latest);
    };
    takeIn().catch((error: unknown) => {
      // Nothing the client could do about: it comes again by itself, a little later.
      logger.warn({ err: error }, 'A socket could not be taken in.');
      socket.conn.close();
    });
  };
  io.on('connection', onConnection);

  const stopHearing = services.seenElsewhere.on(({ person, position }) => {
    io.to(userRoom(person)).emit('announcements-seen', position);
  });

  let said = 0;
  const sayPosition = setInterval(() => {
    if (tail.position === said) return;
    said = tail.position;
    io.to('everyone').emit('position', said);
  }, limits.sayPositionMs);
  sayPosition.unref();

  let audited = 0;
  const sayAudit = setInterval(() => {
    if (tail.position === audited) return;
    audited = tail.position;
    io.to(roleRoom('Admin')).emit('audit-changed', audited);
  }, limits.sayAuditMs);
  sayAudit.unref();

  const startClosing = () => {
    if (closing) return;
    closing = true;
    // The line is closed, not the session: a client whose line broke comes again, and finds another node.
    io.engine?.close();
    setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, farewellMs).unref();
  };

  return {
    attach: (server) => {
      io.attach(server);
      io.engine.on('connection', (connection: LiveSocket['conn']) =>
        guardConnection(connection, limits, (reason) => metrics.cut.inc({ reason })),
      );
    },
    ready: async () => {
      await tail.start();
      trending.lookAgain();
      places.start();
    },
    startClosing,
    close: async () => {
      startClosing();
      clearInterval(sayPosition);
      clearInterval(sayAudit);
      stopHearing();
      await tail.close();
      await trending.close();
      await places.close();
    },
  };
};
