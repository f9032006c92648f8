import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openReadApi } from '../server.ts';

/** Returns a port that refuses connections. */
const findClosedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
};

const unexpectedSignIn = () => Promise.reject(new Error('Unexpected sign-in.'));

test('without a database, answers a GET with 503 and Retry-After, is alive but not ready, and closes', async () => {
  const api = openReadApi({
    configuration: parseConfiguration({ DATABASE_URL: `postgres://x@127.0.0.1:${await findClosedPort()}/x` }),
    logger: createSilentLogger(),
    metrics: createMetrics({ defaults: false }),
    verifier: { verify: unexpectedSignIn, verifyAgain: unexpectedSignIn },
    build: 'test',
    clientFolder: null,
    authEmulatorUrl: null,
  });
  const server = createServer(api.callback);
  api.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const response = await fetch(`${address}/courses`);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'unavailable']);
  expect(response.headers.get('retry-after')).toBe('2');
  expect((await fetch(`${address}/readyz`)).status).toBe(503);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await api.close();
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
