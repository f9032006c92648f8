import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HttpServer = {
  server: Server;
  /** The port in use; with `port: 0` the system chose it. */
  port: number;
  /**
   * Refuses new connections, lets requests in flight finish for at most `withinMs` (default 8 s), then ends the rest. Meanwhile
   * answers on kept-alive connections carry `Connection: close`. WebSockets are not ended: the caller closes them first.
   */
  close(withinMs?: number): Promise<void>;
};

/** The port is taken. The message says which one and what to set. */
export class PortTakenError extends Error {
  override name = 'PortTakenError';
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new PortTakenError(`Port ${port} on ${host} is taken by another process: set PORT to a free one.`)
          : error,
      ),
    );
    server.listen({ host, port }, resolve);
  });

const isLiveSocket = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith('/socket.io/');

/**
 * Opens an HTTP server with timeouts against slow or hostile clients:
 *
 * - 10 s for the head of a request and 30 s for the whole request. Node checks both once per second.
 * - 60 s without a byte in either direction while an answer is under way. Otherwise a client that reads nothing would keep its
 *   answers in memory for ever.
 * - 75 s for an idle kept-alive connection, longer than the 60 s that proxies usually keep theirs.
 *
 * Only WebSockets of live delivery are upgraded. Other requests for an upgrade are answered like requests without one, which
 * HTTP allows.
 * @throws {PortTakenError} if another process uses the port.
 */
export const openHttpServer = async (options: {
  listener: RequestListener;
  host: string;
  port: number;
  /** The time in which the head of a request must arrive; default 10 s. */
  headTimeoutMs?: number;
  /**
   * How long a connection may be silent while an answer is under way; default 60 s. Node restarts this timeout when a part of
   * the answer was sent, so a client that stops reading in the middle is disconnected after up to three times this long.
   */
  silenceTimeoutMs?: number;
}): Promise<HttpServer> => {
  let isClosing = false;
  const server: Server = createServer(
    {
      headersTimeout: options.headTimeoutMs ?? 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 75_000,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 1_000,
      shouldUpgradeCallback: (request) => isLiveSocket(request) && server.listenerCount('upgrade') > 0,
    },
    (request, response) => {
      if (isClosing) response.setHeader('Connection', 'close');
      options.listener(request, response);
    },
  );
  // WebSockets have no such limit: the library that takes them over removes it, and sends pings.
  server.timeout = options.silenceTimeoutMs ?? 60_000;
  await listen(server, options.host, options.port);
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: async (withinMs = 8_000) => {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), withinMs);
      await closed;
      clearTimeout(timer);
    },
  };
};
