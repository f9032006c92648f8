import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfiguration } from '../configuration.ts';
import { createLogger } from '../logging.ts';
import { createMetrics } from '../metrics.ts';
import { tryAgainLater } from '../problems.ts';
import { createApp, type HttpApp } from './app.ts';
import { bodyLimit, readJsonBody } from './json-body.ts';
import { type RunningServer, serve } from './serve.ts';

let app: HttpApp;
let running: RunningServer;
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
    calls: [
      { method: 'GET', path: '/things' },
      { method: 'POST', path: '/things' },
      { method: 'PUT', path: '/people/{email}' },
    ],
    checks: { database: () => database },
    layers: [
      async (context, next) => {
        if (context.method === 'POST' && context.path === '/things') {
          context.state.route = '/things';
          context.body = { got: (await readJsonBody(context.req)).value ?? null };
        } else if (context.path === '/broken') throw new Error('secret detail');
        else if (context.path === '/busy') throw tryAgainLater('unavailable', 'Not now.', 0.2);
        else if (context.path === '/long') context.body = { text: 'x'.repeat(5_000) };
        else await next();
      },
    ],
  });
  running = await serve({ listener: app.callback, host: '127.0.0.1', port: 0 });
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

test('an unknown call is 404, a wrong method 405 with Allow, OPTIONS says what there is', async () => {
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

test('a call of another service is told as what it is', async () => {
  expect((await problemOf(await fetch(`${address}/things`))).detail).toContain('Another service answers');
});

test.each([
  ['broken JSON', '{"a":', 400, 'broken-json'],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, 'broken-json'],
  ['nested fifty thousand deep', '['.repeat(50_000), 400, 'broken-json'],
  ['nested deep in objects', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, 400, 'broken-json'],
  ['over 100 KB', JSON.stringify('x'.repeat(bodyLimit)), 413, 'body-too-large'],
] as const)('a body that is refused: %s', async (_, body, status, code) => {
  const response = await post(body as BodyInit);
  expect(response.status).toBe(status);
  expect((await problemOf(response)).code).toBe(code);
});

test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['application/json; charset=utf-16'],
  ['application/jsonx'],
])('%s is 415', async (type) => {
  const response = await post('{}', { 'content-type': type });
  expect((await problemOf(response)).code).toBe('not-json');
  expect(response.status).toBe(415);
});

test('a compressed body is 415: nothing is inflated for strangers', async () => {
  const response = await post('{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  expect(response.status).toBe(415);
});

test('a body without a length is cut off at 100 KB too', async () => {
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

test('a sender that leaves in the middle of a body is noted as that, not as a failure of ours', async () => {
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

test('brackets in strings are not depth', async () => {
  const value = { a: '[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\"[[' };
  expect(await (await post(JSON.stringify(value))).json()).toEqual({ got: value });
});

test('an unexpected error is told without its text and logged with it', async () => {
  const response = await fetch(`${address}/broken`);
  const problem = await problemOf(response);
  expect([response.status, problem.code]).toEqual([500, 'internal-error']);
  expect(problem.detail).not.toContain('secret');
  expect(lines.some((line) => line.includes('secret detail') && line.includes(problem.requestId))).toBe(true);
});

test('503 says when to come again', async () => {
  expect((await fetch(`${address}/busy`)).headers.get('retry-after')).toBe('1');
});

test('security headers stand on answers and problems', async () => {
  for (const path of ['/long', '/nothing']) {
    const response = await fetch(address + path);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
  }
});

test('videos may be files from anywhere and YouTube’s player without cookies; scripts are our own', async () => {
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
  // YouTube's player asks who embeds it, and plays nothing for a page that does not say.
  expect((await fetch(`${address}/long`)).headers.get('referrer-policy')).toBe(
    'strict-origin-when-cross-origin',
  );
});

test('long answers are compressed', async () => {
  const response = await fetch(`${address}/long`, { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
});

test('the log has one line a request with id and pattern, and neither path, e-mail, query nor token', async () => {
  const mine = () => lines.filter((line) => line.includes('edge-12345678'));
  const response = await fetch(`${address}/people/anna%40school.example?token=geheim`, {
    method: 'PUT',
    headers: { authorization: 'Bearer geheim', 'x-request-id': 'edge-12345678' },
  });
  expect(response.headers.get('x-request-id')).toBe('edge-12345678');
  await expect.poll(() => mine().length).toBe(1);
  expect(JSON.parse(mine()[0] ?? '')).toMatchObject({
    service: 'test',
    requestId: 'edge-12345678',
    method: 'PUT',
    route: '/people/{email}',
    status: 404,
  });
  expect(mine()[0]).not.toMatch(/anna|geheim/);
});

test.each(['short', 'x'.repeat(65), 'has spaces in it', 'a"quote"inside'])(
  'a request id that does not look like one is replaced: %s',
  async (id) => {
    const response = await fetch(`${address}/nothing`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test('ready, not ready, closing', async () => {
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

test('metrics count by pattern', async () => {
  await fetch(`${address}/people/other%40school.example`, { method: 'DELETE' });
  const text = await (await fetch(`${address}/metrics`)).text();
  expect(text).toContain('route="/people/{email}"');
  expect(text).not.toContain('school.example');
});

test('closing lets a request in flight end and cuts what hangs', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = await serve({
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

test('a port that is taken is told in a sentence', async () => {
  await expect(serve({ listener: app.callback, host: '127.0.0.1', port: running.port })).rejects.toThrow(
    `Port ${running.port} on 127.0.0.1 is taken by another process: set PORT to a free one.`,
  );
});
