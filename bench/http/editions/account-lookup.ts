import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/**
 * Starts a server that answers look-ups of accounts as the Auth emulator does, and knows every account. The services send it no other
 * requests. The emulator itself takes much longer to start.
 * @returns its address, for FIREBASE_AUTH_EMULATOR_HOST.
 */
export const startAccountLookup = async (): Promise<AsyncDisposable & { address: string }> => {
  const server = createServer(async (request, response) => {
    const { localId = [] } = (await json(request)) as { localId?: string | string[] };
    const users = [localId].flat().map((uid) => ({ localId: uid, validSince: '0' }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ users }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
