import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfiguration } from '../configuration.ts';
import { createLogger } from '../logging.ts';
import { createMetrics } from '../metrics.ts';
import { requestStatus } from '../testing/request-status.ts';
import { createApp } from './app.ts';
import { type HttpServer, openHttpServer } from './http-server.ts';
import { openTestApp } from './testing/test-app.ts';

const { running } = await openTestApp();

describe('with PUBLIC_URL', () => {
  let named: HttpServer;
  beforeAll(async () => {
    const namedApp = createApp({
      service: 'named',
      configuration: parseConfiguration({ DATABASE_URL: 'x', PUBLIC_URL: 'https://school.example' }),
      logger: createLogger({ service: 'named', level: 'silent' }),
      metrics: createMetrics({ defaults: false }),
      endpoints: [],
      middlewares: [
        (context) => {
          context.body = 'own';
        },
      ],
    });
    named = await openHttpServer({ listener: namedApp.callback, host: '127.0.0.1', port: 0 });
  });
  afterAll(() => named.close());

  test.each([
    [{ host: 'school.example' }, 200],
    [{ host: 'School.Example:443', origin: 'https://school.example' }, 200],
    [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, 200],
    [{ host: '127.0.0.1' }, 200],
    [{ host: '[::1]:8080' }, 200],
    [{ host: 'localhost:8080', origin: 'https://school.example' }, 200],
    [{ host: 'evil.example' }, 403],
    [{ host: 'school.example.evil.example' }, 403],
    [{ host: 'localhost.evil.example' }, 403],
    [{ host: 'school.example@evil.example' }, 403],
    [{ host: 'school.example', origin: 'https://evil.example' }, 403],
    [{ host: 'school.example', origin: 'http://school.example' }, 403],
    [{ host: 'school.example', origin: 'null' }, 403],
    [{ host: 'localhost:8080', origin: 'http://localhost:9000' }, 403],
  ])('answers %o with %i', async (headers, status) => {
    expect(await requestStatus(named.port, '/things', headers)).toBe(status);
  });

  test('answers the read-api, which sends readings to the command-api under its internal host name', async () => {
    const headers = { host: 'command-api:8080' };
    expect(await requestStatus(named.port, '/readings', headers, 'POST')).toBe(200);
    expect(await requestStatus(named.port, '/readings', headers, 'GET')).toBe(403);
    const foreign = { ...headers, origin: 'http://evil.example' };
    expect(await requestStatus(named.port, '/readings', foreign, 'POST')).toBe(403);
  });

  test('lets load balancers check a node by its address', async () => {
    expect(await requestStatus(named.port, '/healthz', { host: '10.0.0.7:8080' })).toBe(200);
  });
});

test('answers under every host name without PUBLIC_URL', async () => {
  expect(await requestStatus(running.port, '/long', { host: 'evil.example' })).toBe(200);
});
