import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { connectLiveClient } from '#testing/live-client.ts';
import type { LiveIo } from '../broadcast.ts';
import { createLiveMetrics } from '../live-metrics.ts';
import type { LiveUpdate } from '../updates/live-update.ts';
import { RecentUpdates } from '../updates/recent-updates.ts';
import { SocketSession } from './socket-session.ts';

const id = '11111111-1111-4111-8111-111111111111';
const missed: LiveUpdate = {
  ...{ position: 5, subject: `course:${id}`, isRemoval: true, roleChange: null },
  deliveries: [{ to: ['everyone'], message: { kind: 'course-removed', data: { _id: id } } }],
};

test('orders a client to fetch everything again only after it has been welcomed', async () => {
  const catchUp = Promise.withResolvers<{ updates: LiveUpdate[]; upTo: number }>();
  const io: LiveIo = new Server({ transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    const session = new SocketSession(socket, {
      resolveAudience: async () => ({
        audience: null,
        position: 5,
        expiresAt: null,
        hasRequiredSecondFactor: false,
      }),
      findMissedUpdates: () => catchUp.promise,
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
    void session.orderRefetch();
    catchUp.resolve({ updates: [missed], upTo: 5 });
  });
  const server = createServer();
  io.attach(server);
  onTestFinished(() => io.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  using client = await connectLiveClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect.poll(() => client.welcomes.map(({ refetch }) => refetch)).toEqual([false, true]);
  expect(client.received()).toEqual(['5 course-removed']);
});
