import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Configuration } from '#platform/configuration.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import { isFromOwnOrigin, isOwnHost } from '#platform/http/own-origin.ts';
import { addressKey } from '#platform/http/rate-limit.ts';
import type { LiveLimits } from '../live-limits.ts';
import { createConnectionLimiter } from './connection-limiter.ts';
import { closeHandshakeTimeoutMs } from './enforce-traffic-limits.ts';

/** Decides which connections are accepted, before the WebSocket handshake, and closes all of them at shutdown. */
export const createConnectionAdmission = (
  { trustedProxies, publicUrl }: Pick<Configuration, 'trustedProxies' | 'publicUrl'>,
  limits: Pick<LiveLimits, 'maxConnectionsPerAddress' | 'maxConnections'>,
) => {
  const limiter = createConnectionLimiter(limits.maxConnectionsPerAddress, limits.maxConnections);
  const openSockets = new Set<Socket>();
  let isClosing = false;
  return {
    /**
     * Accepts a connection and returns null, or returns why it is refused. Browsers let every site open WebSockets to any
     * other, so their origin is checked here. An accepted connection counts until its TCP socket is closed.
     */
    admit(request: IncomingMessage): 'another site' | 'too many connections' | null {
      const { headers } = request;
      const isOwnName = publicUrl === null || isOwnHost(headers.host, publicUrl);
      if (!isOwnName || !isFromOwnOrigin(headers, publicUrl)) return 'another site';
      if (isClosing) return 'too many connections';
      const release = limiter.acquire(addressKey(clientAddress(request, trustedProxies)));
      if (!release) return 'too many connections';
      const { socket } = request;
      openSockets.add(socket);
      socket.once('close', () => {
        release();
        openSockets.delete(socket);
      });
      return null;
    },
    /** Accepts no more connections, and destroys the sockets that have not finished their closing handshake in time. */
    startClosing(): void {
      isClosing = true;
      setTimeout(() => {
        for (const socket of openSockets) socket.destroy();
      }, closeHandshakeTimeoutMs).unref();
    },
  };
};
