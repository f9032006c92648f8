import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Configuration } from '#platform/configuration.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import { isFromOwnOrigin, isOwnHost } from '#platform/http/own-origin.ts';
import { addressKey, createRateLimit } from '#platform/http/rate-limit.ts';
import type { LiveLimits } from '../live-limits.ts';
import { createConnectionLimiter } from './connection-limiter.ts';
import { closeHandshakeTimeoutMs } from './enforce-traffic-limits.ts';

/** Why a connection is refused. The metric `lyceum_live_cut_total` has it as a label. */
type Refusal = 'another site' | 'too many connections' | 'disconnected' | 'shutting down';

/**
 * Creates the check that admits or refuses connections before the WebSocket handshake. At shutdown, it destroys the connections
 * that do not close in time.
 */
export const createConnectionAdmission = (
  { trustedProxies, publicUrl }: Pick<Configuration, 'trustedProxies' | 'publicUrl'>,
  limits: Pick<LiveLimits, 'maxConnectionsPerAddress' | 'maxConnections' | 'maxHandshakesPerMinute'>,
) => {
  const limiter = createConnectionLimiter(limits.maxConnectionsPerAddress, limits.maxConnections);
  const handshakeLimit = createRateLimit(limits.maxHandshakesPerMinute);
  const openSockets = new Set<Socket>();
  let isClosing = false;
  return {
    /**
     * Accepts a connection and returns null, or returns why it is refused. Browsers let every site open WebSockets to any other
     * site, so the origin is checked here. An accepted connection counts until its TCP socket is closed. During shutdown, every
     * connection is refused.
     * @throws problem `too-many-requests` if the address has opened too many connections in the current minute.
     */
    async admit(request: IncomingMessage): Promise<Refusal | null> {
      const { headers } = request;
      const hasOwnHost = publicUrl === null || isOwnHost(headers.host, publicUrl);
      if (!hasOwnHost || !isFromOwnOrigin(headers, publicUrl)) return 'another site';
      const address = addressKey(clientAddress(request, trustedProxies));
      await handshakeLimit.count(address);
      const { socket } = request;
      if (isClosing) return 'shutting down';
      if (socket.destroyed) return 'disconnected';
      const release = limiter.acquire(address);
      if (!release) return 'too many connections';
      openSockets.add(socket);
      socket.once('close', () => {
        release();
        openSockets.delete(socket);
      });
      return null;
    },
    /** Stops accepting connections, and destroys the sockets that do not finish their closing handshake in time. */
    startClosing(): void {
      isClosing = true;
      setTimeout(() => {
        for (const socket of openSockets) socket.destroy();
      }, closeHandshakeTimeoutMs).unref();
    },
  };
};
