import { request } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfiguration } from '../configuration.ts';
import { createLogger } from '../logging.ts';
import { createMetrics } from '../metrics.ts';
import { retryLaterError } from '../problems.ts';
import { createApp, type HttpApp } from './app.ts';
import { type HttpServer, openHttpServer } from './http-server.ts';
import { maxBodyBytes, readJsonBody } from './json-body.ts';

let app: HttpApp;
let running: HttpServer;
let address: string;
let database: string | null = null;
const lines: string[] = [];

beforeAll(async () => {
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  app = createApp({
    service: 'test',
    configuration: parseConfiguration({ DATABASE_URL: 'x', TRUSTED_PROXIES: '127.0.0.1' }),
    logger: createLogger({ service: 'test', destination }),
    metrics: createMetrics({ defaults: false }),
    endpoints: [
      { method: 'GET', path: '/things' },
      { method: 'POST', path: '/things' },
      { method: 'PUT', path: '/people/{email}' },
    ],
    checks: { database: () => database },
    middlewares: [
      async (context, next) => {
        if (context.method === 'POST' && context.path === '/things') {
          context.state.route = '/things';
          context.body = { got: (await readJsonBody(context.req)).value ?? null };
        } else if (context.path === '/broken') throw new Error('secret detail');
        else if (context.path === '/busy') throw retryLaterError('unavailable', 'Not now.', 0.2);
        else if (context.path === '/long') context.body = { text: 'x'.repeat(5_000) };
        else await next();
      },
    ],
  });
  running = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${running.port}`;
});
afterAll(() => running.close());

const post = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(`${address}/things`, { method: 'POST', body, headers });
const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await response.json()) as {
    code: string;
    status: number;
    requestId: string;
    detail: string;
  };
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  return problem;
};

test('answers 404 to an unknown path, 405 with Allow to a wrong method, and OPTIONS with the methods', async () => {
  const unknown = await fetch(`${address}/nothing`);
  expect((await problemOf(unknown)).code).toBe('not-found');
  expect(unknown.status).toBe(404);
  const wrong = await fetch(`${address}/people/a%40b.de`, { method: 'DELETE' });
  expect((await problemOf(wrong)).code).toBe('method-not-allowed');
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('OPTIONS, PUT');
  const options = await fetch(`${address}/things`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
});

test('says that an endpoint belongs to another service', async () => {
  expect((await problemOf(await fetch(`${address}/things`))).detail).toContain('Another service answers');
});

test.each([
  ['broken JSON', '{"a":', 400, 'broken-json'],
  ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, 'broken-json'],
  ['nested fifty thousand deep', '['.repeat(50_000), 400, 'broken-json'],
  ['nested deep in objects', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, 400, 'broken-json'],
  ['over 100 KB', JSON.stringify('x'.repeat(maxBodyBytes)), 413, 'body-too-large'],
] as const)('refuses a body: %s', async (_, body, status, code) => {
  const response = await post(body as BodyInit);
  expect(response.status).toBe(status);
  expect((await problemOf(response)).code).toBe(code);
});

test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['application/json; charset=utf-16'],
  ['application/jsonx'],
])('answers 415 to a body of type %s', async (type) => {
  const response = await post('{}', { 'content-type': type });
  expect((await problemOf(response)).code).toBe('not-json');
  expect(response.status).toBe(415);
});

test('answers 415 to a compressed body', async () => {
  const response = await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  expect(response.status).toBe(415);
});

test('refuses a streamed body once it exceeds 100 KB', async () => {
  const stream = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(10_000))),
  });
  const answer = fetch(`${address}/things`, {
    method: 'POST',
    body: stream,
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  } as RequestInit);
  const response = await answer;
  expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
});

test('logs a client that disconnects during its body as aborted, not as an error', async () => {
  const before = lines.length;
  const socket = connect(running.port, '127.0.0.1');
  socket.write(
    'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a"',
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await expect.poll(() => lines.slice(before).join('')).toContain('"aborted":true');
  expect(lines.slice(before).join('')).not.toContain('"level":"error"');
});

test('does not count brackets in strings as nesting', async () => {
  const value = { a: '[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\"[[' };
  expect(await (await post(JSON.stringify(value))).json()).toEqual({ got: value });
});

test('hides the text of an unexpected error and logs it', async () => {
  const response = await fetch(`${address}/broken`);
  const problem = await problemOf(response);
  expect([response.status, problem.code]).toEqual([500, 'internal-error']);
  expect(problem.detail).not.toContain('secret');
  expect(lines.some((line) => line.includes('secret detail') && line.includes(problem.requestId))).toBe(true);
});

test('sends Retry-After with 503', async () => {
  expect((await fetch(`${address}/busy`)).headers.get('retry-after')).toBe('1');
});

test('sends security headers with answers and problems', async () => {
  for (const path of ['/long', '/nothing']) {
    const response = await fetch(address + path);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
  }
});

test('allows videos from anywhere and the cookie-free YouTube player, but only own scripts', async () => {
  const policy = (await fetch(`${address}/long`)).headers.get('content-security-policy') ?? '';
  const sources = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...from] = directive.trim().split(/\s+/);
      return [name, from];
    }),
  );
  expect(sources.get('media-src')).toEqual(["'self'", 'http:', 'https:']);
  expect(sources.get('frame-src')).toEqual(['https://www.youtube-nocookie.com']);
  expect(sources.get('script-src')).toEqual(["'self'"]);
  expect(sources.get('object-src')).toEqual(["'none'"]);
  // YouTube's player needs the referrer.
  expect((await fetch(`${address}/long`)).headers.get('referrer-policy')).toBe(
    'strict-origin-when-cross-origin',
  );
});

test('compresses long answers', async () => {
  const response = await fetch(`${address}/long`, { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
});

test('logs one line per request with id and route pattern, without path, e-mail, query or token', async () => {
  const ownLines = () => lines.filter((line) => line.includes('edge-12345678'));
  const response = await fetch(`${address}/people/anna%40school.example?token=geheim`, {
    method: 'PUT',
    headers: { authorization: 'Bearer geheim', 'x-request-id': 'edge-12345678' },
  });
  expect(response.headers.get('x-request-id')).toBe('edge-12345678');
  await expect.poll(() => ownLines().length).toBe(1);
  expect(JSON.parse(ownLines()[0] ?? '')).toMatchObject({
    service: 'test',
    requestId: 'edge-12345678',
    method: 'PUT',
    route: '/people/{email}',
    status: 404,
  });
  expect(ownLines()[0]).not.toMatch(/anna|geheim/);
});

test.each(['short', 'x'.repeat(65), 'has spaces in it', 'a"quote"inside'])(
  'replaces a malformed request id: %s',
  async (id) => {
    const response = await fetch(`${address}/nothing`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test('reports readiness, and failed checks without their details', async () => {
  const ready = async () => {
    const response = await fetch(`${address}/readyz`);
    const body = (await response.json()) as { status: string; checks: { database: string } };
    return [response.status, body.status, body.checks.database];
  };
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(await ready()).toEqual([200, 'ready', 'ok']);
  database = 'the host db-7.internal does not answer';
  expect(await ready()).toEqual([503, 'not ready', 'failed']);
  expect(lines.some((line) => line.includes('db-7.internal'))).toBe(true);
  database = null;
});

test('labels metrics with the route pattern', async () => {
  await fetch(`${address}/people/other%40school.example`, { method: 'DELETE' });
  const text = await (await fetch(`${address}/metrics`)).text();
  expect(text).toContain('route="/people/{email}"');
  expect(text).not.toContain('school.example');
});

test('labels metrics with a bounded number of methods and paths', async () => {
  for (const method of ['PROPFIND', 'MKCOL', 'PURGE', 'BIND'])
    for (const path of ['/things', `/unknown-${method}`, `/unknown/${method}`])
      await statusWith(running.port, path, {}, method);
  const text = await (await fetch(`${address}/metrics`)).text();
  expect(text).toContain('method="other",route="/things"');
  expect(text).toContain('method="other",route="(none)"');
  expect(text).not.toMatch(/PROPFIND|MKCOL|PURGE|BIND|unknown/);
});

test('answers /metrics only with METRICS_TOKEN, and limits how often an address may request them', async () => {
  const guarded = createApp({
    service: 'guarded',
    configuration: parseConfiguration({
      ...{ DATABASE_URL: 'x', METRICS_TOKEN: 'a-long-secret-of-the-operator', RATE_LIMIT_PER_MINUTE: '4' },
    }),
    logger: createLogger({ service: 'guarded', level: 'silent' }),
    metrics: createMetrics({ defaults: false }),
    ...{ endpoints: [], middlewares: [] },
  });
  const server = await openHttpServer({ listener: guarded.callback, host: '127.0.0.1', port: 0 });
  const ask = (headers: Record<string, string>) => statusWith(server.port, '/metrics', headers);
  const right = { authorization: 'Bearer a-long-secret-of-the-operator' };
  try {
    expect(await ask({})).toBe(403);
    expect(await ask({ authorization: 'Bearer a-long-secret' })).toBe(403);
    expect(await ask(right)).toBe(200);
    expect([await ask(right), await ask(right)]).toEqual([200, 429]);
    expect(await statusWith(server.port, '/healthz', {})).toBe(200);
  } finally {
    await server.close(0);
  }
});

test('answers a request for an unknown upgrade like a request without one', async () => {
  const upgrades: string[] = [];
  const server = await openHttpServer({
    listener: (_, response) => response.end('plain'),
    ...{ host: '127.0.0.1', port: 0 },
  });
  server.server.on('upgrade', (incoming, socket) => {
    upgrades.push(`${incoming.headers.upgrade} ${incoming.url}`);
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  const ask = (upgrade: string, path: string) =>
    statusWith(server.port, path, { connection: 'Upgrade, HTTP2-Settings', 'http2-settings': '', upgrade });
  try {
    expect(await ask('h2c', '/things')).toBe(200);
    expect(await ask('h2c', '/socket.io/')).toBe(200);
    expect(await ask('websocket', '/things')).toBe(200);
    expect(await ask('WebSocket', '/socket.io/?EIO=4')).toBe(400);
    expect(upgrades).toEqual(['WebSocket /socket.io/?EIO=4']);
  } finally {
    await server.close(0);
  }
});

test('disconnects a client that sends the head of a request too slowly, soon after the time limit', async () => {
  const server = await openHttpServer({
    ...{ listener: (_, response) => response.end('plain'), host: '127.0.0.1', port: 0, headTimeoutMs: 300 },
  });
  const startedAt = performance.now();
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
  const trickle = setInterval(() => socket.write('X-Slow: 1\r\n'), 100);
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await server.close(0);
});

test('finishes requests in flight and ends hanging ones when it closes', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    listener: (request, response) => {
      if (request.url === '/slow') held.then(() => response.end('done'));
      else if (request.url !== '/never') response.end('ok');
    },
  });
  const inFlight = fetch(`http://127.0.0.1:${slow.port}/slow`);
  const hanging = fetch(`http://127.0.0.1:${slow.port}/never`).then(
    () => 'answered',
    () => 'cut',
  );
  await fetch(`http://127.0.0.1:${slow.port}/`);
  const closed = slow.close(500);
  const refused = await new Promise<string>((resolve) => {
    const socket = connect(slow.port, '127.0.0.1', () => resolve('connected'));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
  });
  expect(refused).toBe('ECONNREFUSED');
  release();
  expect(await (await inFlight).text()).toBe('done');
  await closed;
  expect(await hanging).toBe('cut');
});

test('names the port that is taken', async () => {
  await expect(
    openHttpServer({ listener: app.callback, host: '127.0.0.1', port: running.port }),
  ).rejects.toThrow(`Port ${running.port} on 127.0.0.1 is taken by another process: set PORT to a free one.`);
});

/** Sends a request with any headers, which `fetch` would not let a caller choose. */
const statusWith = (port: number, path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end();
  });

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
    expect(await statusWith(named.port, '/things', headers)).toBe(status);
  });

  test('answers the read-api, which records readings under the internal name of the command-api', async () => {
    const headers = { host: 'command-api:8080' };
    expect(await statusWith(named.port, '/readings', headers, 'POST')).toBe(200);
    expect(await statusWith(named.port, '/readings', headers, 'GET')).toBe(403);
    const foreign = { ...headers, origin: 'http://evil.example' };
    expect(await statusWith(named.port, '/readings', foreign, 'POST')).toBe(403);
  });

  test('lets load balancers check a node by its address', async () => {
    expect(await statusWith(named.port, '/healthz', { host: '10.0.0.7:8080' })).toBe(200);
  });
});

test('answers under every host name without PUBLIC_URL', async () => {
  expect(await statusWith(running.port, '/long', { host: 'evil.example' })).toBe(200);
});
