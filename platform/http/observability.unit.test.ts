import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { parseConfiguration } from '../configuration.ts';
import { createLogger } from '../logging.ts';
import { createMetrics } from '../metrics.ts';
import { requestStatus } from '../testing/request-status.ts';
import { createApp } from './app.ts';
import { openHttpServer } from './http-server.ts';
import { openTestApp, readProblem, testUserId } from './testing/test-app.ts';

const { address, checks, lines, running } = await openTestApp();

test('logs a request whose client disconnects before the end of the body as aborted, not as an error', async () => {
  const before = lines.length;
  const socket = connect(running.port, '127.0.0.1');
  socket.write(
    'POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\nExpect: 100-continue\r\n\r\n',
  );
  // The server says when it waits for the body.
  const [waiting] = await once(socket, 'data');
  expect(String(waiting)).toContain('100 Continue');
  socket.end('{"a"');
  await expect.poll(() => lines.slice(before).join('')).toContain('"aborted":true');
  expect(lines.slice(before).join('')).not.toContain('"level":"error"');
});

test('hides the text of an unexpected error and logs it', async () => {
  const response = await fetch(`${address}/broken`);
  const problem = await readProblem(response);
  expect([response.status, problem.code]).toEqual([500, 'internal-error']);
  expect(problem.detail).not.toContain('secret');
  expect(lines.some((line) => line.includes('secret detail') && line.includes(problem.requestId))).toBe(true);
});

test('logs one line per request with id and route pattern, without path, e-mail, query or token', async () => {
  const findOwnLines = () => lines.filter((line) => line.includes('edge-12345678'));
  const response = await fetch(`${address}/people/anna%40school.example?token=s3cret`, {
    method: 'PUT',
    headers: { authorization: 'Bearer s3cret', 'x-request-id': 'edge-12345678' },
  });
  expect(response.headers.get('x-request-id')).toBe('edge-12345678');
  await expect.poll(() => findOwnLines().length).toBe(1);
  expect(JSON.parse(findOwnLines()[0] ?? '')).toMatchObject({
    service: 'test',
    requestId: 'edge-12345678',
    method: 'PUT',
    route: '/people/{email}',
    status: 404,
  });
  expect(findOwnLines()[0]).not.toMatch(/anna|s3cret/);
});

test.each(['short', 'x'.repeat(65), 'has spaces in it', 'a"quote"inside'])(
  'replaces a malformed request id: %s',
  async (id) => {
    const response = await fetch(`${address}/nothing`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test('reports readiness, and failed checks without their details', async () => {
  const requestReadiness = async () => {
    const response = await fetch(`${address}/readyz`);
    const body = (await response.json()) as { status: string; checks: { database: string } };
    return [response.status, body.status, body.checks.database];
  };
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(await requestReadiness()).toEqual([200, 'ready', 'ok']);
  checks.database = 'the host db-7.internal does not answer';
  expect(await requestReadiness()).toEqual([503, 'not ready', 'failed']);
  expect(lines.some((line) => line.includes('db-7.internal'))).toBe(true);
  checks.database = null;
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
      await requestStatus(running.port, path, {}, method);
  const text = await (await fetch(`${address}/metrics`)).text();
  expect(text).toContain('method="other",route="/things"');
  expect(text).toContain('method="other",route="(none)"');
  expect(text).not.toMatch(/PROPFIND|MKCOL|PURGE|BIND|unknown/);
});

test('answers /metrics only with METRICS_TOKEN, and limits how often an address may request them', async () => {
  const guarded = createApp({
    service: 'guarded',
    configuration: parseConfiguration({
      DATABASE_URL: 'x',
      METRICS_TOKEN: 'a-long-secret-of-the-operator',
      RATE_LIMIT_PER_MINUTE: '4',
    }),
    logger: createLogger({ service: 'guarded', level: 'silent' }),
    metrics: createMetrics({ defaults: false }),
    endpoints: [],
    middlewares: [],
  });
  const server = await openHttpServer({ listener: guarded.callback, host: '127.0.0.1', port: 0 });
  const ask = (headers: Record<string, string>) => requestStatus(server.port, '/metrics', headers);
  const right = { authorization: 'Bearer a-long-secret-of-the-operator' };
  try {
    expect(await ask({})).toBe(403);
    expect(await ask({ authorization: 'Bearer a-long-secret' })).toBe(403);
    expect(await ask(right)).toBe(200);
    expect([await ask(right), await ask(right)]).toEqual([200, 429]);
    expect(await requestStatus(server.port, '/healthz', {})).toBe(200);
  } finally {
    await server.close(0);
  }
});

test('names the user in the log line of a 403, but not of a 200', async () => {
  const requestAndFindLine = async (path: string, requestId: string) => {
    await fetch(address + path, { headers: { 'x-request-id': requestId } });
    const findLine = () => lines.find((line) => line.includes(requestId) && line.includes('answered'));
    await expect.poll(findLine).toBeDefined();
    return JSON.parse(findLine() ?? '');
  };
  expect(await requestAndFindLine('/refused', 'edge-refused1')).toMatchObject({
    status: 403,
    user: testUserId,
  });
  expect(await requestAndFindLine('/permitted', 'edge-permitted')).not.toHaveProperty('user');
});
