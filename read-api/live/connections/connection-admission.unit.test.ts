import { createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createConnectionAdmission } from './connection-admission.ts';

test('says whether a connection is refused because there are too many, or because the service shuts down', async () => {
  const admission = createConnectionAdmission(
    { trustedProxies: new BlockList(), publicUrl: null },
    { maxConnectionsPerAddress: 1, maxConnections: 10, maxHandshakesPerMinute: 10 },
  );
  const server = createServer(async (request, response) => {
    response.end(JSON.stringify(await admission.admit(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTests(() => {
    server.closeAllConnections();
    server.close();
  });
  const connect = async () =>
    (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).json();
  // The first connection stays open (keep-alive), so it counts.
  expect([await connect(), await connect()]).toEqual([null, 'too many connections']);
  admission.startClosing();
  expect(await connect()).toBe('shutting down');
});

test('says that the client has already disconnected, even if there are too many connections', async () => {
  const admission = createConnectionAdmission(
    { trustedProxies: new BlockList(), publicUrl: null },
    { maxConnectionsPerAddress: 0, maxConnections: 0, maxHandshakesPerMinute: 10 },
  );
  const refusal = Promise.withResolvers<string | null>();
  const server = createServer((request) => {
    request.socket.destroy();
    refusal.resolve(admission.admit(request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTests(() => server.close());
  await expect(fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).rejects.toThrow();
  expect(await refusal.promise).toBe('disconnected');
});
