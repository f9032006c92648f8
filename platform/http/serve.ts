import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RunningServer = {
  server: Server;
  /** The port in use (asked for or, with 0, given). */
  port: number;
  /**
   * Takes no new connections, lets requests in flight end for at most `withinMs` (8 s unless given), then cuts what
   * is left. Answers on kept-alive connections say `Connection: close` meanwhile.
   */
  close(withinMs?: number): Promise<void>;
};

/** The port is taken: the sentence says which and what to set. */
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

/**
 * Serves HTTP with limits on everything a slow or hostile client could hold open: 10 s for the head of a request, 30 s
 * for all of it, 75 s for a kept connection (longer than the minute for which an edge usually keeps its own).
 */
export const serve = async (options: {
  listener: RequestListener;
  host: string;
  port: number;
}): Promise<RunningServer> => {
  let closing = false;
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 75_000, maxHeaderSize: 16_384 },
    (request, response) => {
      if (closing) response.setHeader('Connection', 'close');
      options.listener(request, response);
    },
  );
  await listen(server, options.host, options.port);
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: async (withinMs = 8_000) => {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), withinMs);
      await closed;
      clearTimeout(timer);
    },
  };
};
