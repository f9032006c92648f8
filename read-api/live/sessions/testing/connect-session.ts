import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { onTestFinished } from 'vitest';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { connectLiveClient, type LiveClient } from '#testing/live-client.ts';
import type { LiveIo } from '../../broadcast.ts';
import { createLiveMetrics } from '../../live-metrics.ts';
import { RecentUpdates } from '../../updates/recent-updates.ts';
import { SocketSession, type SocketSessionDependencies } from '../socket-session.ts';

const logId = '11111111-1111-4111-8111-111111111111';

/**
 * Connects a client to a server whose tail is at position 5. The client has seen position 4.
 * @param onOpening called while the session is being opened.
 */
export const connectSession = async (
  dependencies: Pick<SocketSessionDependencies, 'resolveAudience'> & Partial<SocketSessionDependencies>,
  onOpening: (session: SocketSession) => void,
): Promise<LiveClient> => {
  const io: LiveIo = new Server({ transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    const session = new SocketSession(socket, {
      findMissedUpdates: async () => ({ updates: [], upTo: 5 }),
      waitForClientPosition: async () => {},
      admitToView: async () => null,
      recordReading: async () => {},
      presence: { setSocket: () => {}, removeSocket: () => {} },
      tail: {
        position: 5,
        logId,
        recentUpdates: new RecentUpdates(5, 500),
        waitForStart: async () => true,
      },
      metrics: createLiveMetrics(createMetrics({ defaults: false }), () => 1),
      logger: createLogger({ service: 'test', level: 'silent' }),
      ...{ renewTokenBeforeMs: 60_000, countSocketsOf: () => 0, maxConnectionsPerUser: 100 },
      ...dependencies,
    });
    void session.open({ since: 4, logId });
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
