import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfiguration } from '../configuration.ts';
import { createSilentLogger } from '../logging.ts';
import { createMetrics } from '../metrics.ts';
import { createApp } from './app.ts';
import { type HttpServer, openHttpServer } from './http-server.ts';
import { createProcessSecret } from './process-secret.ts';

const secret = createProcessSecret();
let running: HttpServer;

// Starts a service that trusts no address and returns the request id and client address that it sees.
beforeAll(async () => {
  const app = createApp({
    service: 'test',
    configuration: parseConfiguration({ DATABASE_URL: 'x' }),
    processSecret: secret,
    logger: createSilentLogger(),
    metrics: createMetrics({ defaults: false }),
    endpoints: [],
    middlewares: [
      (context) => {
        context.body = { requestId: context.state.requestId, address: context.state.address };
      },
    ],
  });
  running = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
});
afterAll(() => running.close());

const forwardedHeaders = { 'x-request-id': 'the-id-of-a-request', 'x-forwarded-for': '203.0.113.9' };
const requestWith = async (given: Readonly<Record<string, string>>) =>
  (await fetch(`http://127.0.0.1:${running.port}/`, { headers: { ...forwardedHeaders, ...given } })).json();

test('trusts request id and address of a request with the secret of this process', async () => {
  expect(await requestWith(secret.headers)).toEqual({
    requestId: forwardedHeaders['x-request-id'],
    address: forwardedHeaders['x-forwarded-for'],
  });
});

const [header = '', secretValue = ''] = Object.entries(secret.headers)[0] ?? [];
test.each([
  ['no secret', {}],
  ['the secret of another process', createProcessSecret().headers],
  ['an empty secret', { [header]: '' }],
  ['a part of the secret', { [header]: secretValue.slice(1) }],
  ['the secret twice', { [header]: `${secretValue}, ${secretValue}` }],
])('does not trust a request with %s', async (_, given) => {
  const seenByService = (await requestWith(given)) as { requestId: string; address: string };
  expect(seenByService.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(seenByService.address).toBe('127.0.0.1');
});

test('replaces a malformed request id even with the secret', async () => {
  const seenByService = (await requestWith({ ...secret.headers, 'x-request-id': 'a b' })) as {
    requestId: string;
  };
  expect(seenByService.requestId).toMatch(/^[0-9a-f-]{36}$/);
});
