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
