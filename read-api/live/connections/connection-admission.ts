import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Configuration } from '#platform/configuration.ts';
import { clientAddress } from '#platform/http/client-address.ts';
import { addressKey } from '#platform/http/rate-limit.ts';
import type { LiveLimits } from '../live-limits.ts';
import { createConnectionLimiter } from './connection-limiter.ts';
import { closeHandshakeTimeoutMs } from './enforce-traffic-limits.ts';

/** Decides which connections are accepted, before the WebSocket handshake, and closes all of them at shutdown. */
export const createConnectionAdmission = (
  { trustedProxies }: Pick<Configuration, 'trustedProxies'>,
  limits: Pick<LiveLimits, 'maxConnectionsPerAddress' | 'maxConnections'>,
) => {
  const limiter = createConnectionLimiter(limits.maxConnectionsPerAddress, limits.maxConnections);
  const openSockets = new Set<Socket>();
  let isClosing = false;
  return {
    /** Returns whether the connection is accepted. It counts until its TCP socket is closed. */
    admit(request: IncomingMessage): boolean {
      if (isClosing) return false;
      const release = limiter.acquire(addressKey(clientAddress(request, trustedProxies)));
      if (!release) return false;
      const { socket } = request;
      openSockets.add(socket);
      socket.once('close', () => {
        release();
        openSockets.delete(socket);
      });
      return true;
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
