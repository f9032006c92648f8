import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import { type HttpServer, openHttpServer } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { serveInitials } from './serve-initials.ts';

let server: HttpServer;
beforeAll(async () => {
  const app = createApp({
    service: 'test',
    configuration: parseConfiguration({ DATABASE_URL: 'x' }),
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ defaults: false }),
    endpoints: [],
    middlewares: [serveInitials],
  });
  server = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close(0));

const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });

test('draws the same picture for the same initials, and a different one for other initials', async () => {
  const [first, second, other] = await Promise.all(
    ['AL', 'AL', 'BL'].map((initials) => get(`/initials/${initials}`)),
  );
  expect(first?.headers.get('content-type')).toBe('image/svg+xml');
  expect(first?.headers.get('content-security-policy')).toContain("default-src 'self'");
  const picture = await first?.text();
  expect(picture).toContain('>AL</text>');
  expect(await second?.text()).toBe(picture);
  expect(await other?.text()).not.toBe(picture);
  expect((await get('/initials/AL', 'HEAD')).status).toBe(200);
});

test.each([
  '/initials/%3Cscript%3E',
  '/initials/A%22%2F%3E',
  '/initials/%26lt%3B',
  '/initials/%E0%A4%A',
  '/initials/ABC',
  '/initials/A%2F..%2F..%2Fx',
])('answers %s with 404 and no picture', async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).not.toContain('svg');
});
