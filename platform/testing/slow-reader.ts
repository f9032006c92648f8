import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, type Readable } from 'node:stream';

/**
 * Serves what a stream gives to one client, which reads only when it is told to: what becomes of an answer that nobody reads.
 * @param open makes the stream, once the client has asked.
 * @returns `seen`, what the server saw; `answer`, the client's end.
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
