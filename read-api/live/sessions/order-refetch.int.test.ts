import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { connectLiveClient, type LiveClient } from '#testing/live-client.ts';
import type { LiveIo } from '../broadcast.ts';
import { createLiveMetrics } from '../live-metrics.ts';
import type { LiveUpdate } from '../updates/live-update.ts';
import { RecentUpdates } from '../updates/recent-updates.ts';
import type { ResolvedAudience } from './resolve-audience.ts';
import { SocketSession, type SocketSessionDependencies } from './socket-session.ts';

const id = '11111111-1111-4111-8111-111111111111';
const missed: LiveUpdate = {
  ...{ position: 5, subject: `course:${id}`, isRemoval: true, roleChange: null },
  deliveries: [{ to: ['everyone'], message: { kind: 'course-removed', data: { _id: id } } }],
};

const visitor: ResolvedAudience = {
  audience: null,
  position: 5,
  expiresAt: null,
  hasRequiredSecondFactor: false,
};

const admin: ResolvedAudience = {
  ...visitor,
  audience: { id, userType: 'Admin' },
  hasRequiredSecondFactor: true,
};
const student: ResolvedAudience = { ...admin, audience: { id, userType: 'Student' } };

/**
 * Connects a client to a server that orders it to fetch everything again while its session is being opened.
 * @param onOpening called instead of the order.
 */
const connectAndOrderRefetch = async (
  findMissedUpdates: SocketSessionDependencies['findMissedUpdates'],
  resolveAudience: SocketSessionDependencies['resolveAudience'],
  onOpening = (session: SocketSession): void => void session.orderRefetch(),
): Promise<LiveClient> => {
  const io: LiveIo = new Server({ transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    const session = new SocketSession(socket, {
      ...{ resolveAudience, findMissedUpdates },
      waitForClientPosition: async () => {},
      admitToView: async () => null,
      recordReading: async () => {},
      presence: { setSocket: () => {}, removeSocket: () => {} },
      tail: {
        position: 5,
        logId: id,
        recentUpdates: new RecentUpdates(5, 500),
        waitForStart: async () => true,
      },
      metrics: createLiveMetrics(createMetrics({ defaults: false }), () => 1),
      logger: createLogger({ service: 'test', level: 'silent' }),
      ...{ renewTokenBeforeMs: 60_000, countSocketsOf: () => 0, maxConnectionsPerUser: 100 },
    });
    void session.open({ since: 4, logId: id });
    onOpening(session);
  });
  const server = createServer();
  io.attach(server);
  onTestFinished(() => io.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = await connectLiveClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client[Symbol.dispose]());
  return client;
};

test('orders a client to fetch everything again only after it has been welcomed', async () => {
  const client = await connectAndOrderRefetch(
    async () => ({ updates: [missed], upTo: 5 }),
    async () => visitor,
  );
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
  expect(client.received()).toEqual(['5 course-removed']);
});

/** Opens a session, then orders its client to fetch everything again, but the role of the user cannot be resolved again. */
const orderRefetchWithoutRole = async (opened: ResolvedAudience) => {
  const answers = [Promise.resolve(opened)];
  const opening = Promise.withResolvers<SocketSession>();
  let requests = 0;
  const client = await connectAndOrderRefetch(
    async () => ({ updates: [], upTo: 5 }),
    async () => {
      requests += 1;
      return answers.shift() ?? Promise.reject(new Error('The database does not answer.'));
    },
    opening.resolve,
  );
  const session = await opening.promise;
  await expect.poll(() => client.welcomes.length).toBe(1);
  await session.orderRefetch();
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
  return { client, session, requests: () => requests };
};

test('closes the connection of staff after the order if their role cannot be resolved again', async () => {
  const { client, session, requests } = await orderRefetchWithoutRole(admin);
  await expect.poll(() => client.socket.connected).toBe(false);
  await session.orderRefetch();
  expect(requests()).toBe(2);
});

test.each([
  ['visitor', visitor],
  ['Student', student],
])('keeps the connection of a %s after the order if the role cannot be resolved again', async (_, opened) => {
  const { client, session } = await orderRefetchWithoutRole(opened);
  await session.orderRefetch();
  await expect.poll(() => client.welcomes.length).toBe(3);
  expect(client.socket.connected).toBe(true);
});

test('staff leave the rooms of their role at once when the order is given, until the role is resolved again', async () => {
  const again = Promise.withResolvers<ResolvedAudience>();
  const answers = [Promise.resolve(admin), again.promise];
  const opening = Promise.withResolvers<SocketSession>();
  const client = await connectAndOrderRefetch(
    async () => ({ updates: [], upTo: 5 }),
    async () => answers.shift() ?? admin,
    opening.resolve,
  );
  const session = await opening.promise;
  await expect.poll(() => client.welcomes.length).toBe(1);
  expect(session.isStaff).toBe(true);
  const order = session.orderRefetch();
  expect(session.isStaff).toBe(false);
  again.resolve(admin);
  await order;
  expect(session.isStaff).toBe(true);
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
});
