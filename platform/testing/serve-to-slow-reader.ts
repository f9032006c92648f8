import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, type Readable } from 'node:stream';

/**
 * Serves a stream over HTTP to a client that reads only when the test reads from `answer`. Shows how a response behaves
 * under backpressure.
 * @param open creates the stream when the request arrives.
 * @returns `seen`: the server's response and the error of its pipeline; `answer`: the client's side.
 */
export const serveToSlowReader = async (open: () => Readable) => {
  const seen = { response: null as ServerResponse | null, error: null as unknown };
  const server = createServer((_, response) => {
    seen.response = response;
    pipeline(open(), response, (error) => {
      seen.error = error;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve) => get({ port, agent: false }, resolve));
  answer.on('error', () => {});
  return {
    seen,
    answer,
    [Symbol.asyncDispose]: async () => {
      answer.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
