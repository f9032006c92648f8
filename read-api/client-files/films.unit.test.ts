import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import { type RunningServer, serve } from '#platform/http/serve.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { readClientFiles } from './files.ts';
import { serveClient } from './serve-client.ts';

const film = randomBytes(40_000);
/** More than any socket's buffers hold. */
const long = randomBytes(24_000_000);
const lines: string[] = [];
let folder: string;
let running: RunningServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-films-'));
  mkdirSync(join(folder, 'clips', 'cse'), { recursive: true });
  writeFileSync(join(folder, 'clips', 'cse', '1.webm'), film);
  writeFileSync(join(folder, 'clips', 'cse', '2.webm'), long);
  writeFileSync(join(folder, 'clips', 'cse', '1.vtt'), `WEBVTT\n\n${'x'.repeat(3_000)}`);
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const app = createApp({
    service: 'test',
    configuration: parseConfiguration({ DATABASE_URL: 'none' }),
    logger: createLogger({ service: 'test', destination }),
    metrics: createMetrics({ defaults: false }),
    calls: [],
    layers: [serveClient(readClientFiles(folder))],
  });
  running = await serve({ listener: app.callback, host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await running.close(100);
  rmSync(folder, { recursive: true });
});

/** As a player asks: without what fetch adds of its own. */
const ask = (headers: Record<string, string> = {}, method = 'GET', path = '/clips/cse/1.webm') =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request({ port: running.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

test('a film comes whole, uncompressed, and says that it may be asked for in parts', async () => {
  const whole = await ask({ 'accept-encoding': 'br, gzip, deflate' });
  expect(whole.status).toBe(200);
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-type': 'video/webm',
    'content-length': '40000',
    'cache-control': 'no-cache',
    etag: expect.stringMatching(/^"/),
  });
  expect(whole.headers).not.toHaveProperty('content-encoding');
  expect(whole.body.equals(film)).toBe(true);
});

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=39000-', 39_000, 39_999],
  ['bytes=-10', 39_990, 39_999],
  ['bytes=100-100', 100, 100],
])('%s is a part of it', async (range, first, last) => {
  const part = await ask({ range, 'accept-encoding': 'gzip' });
  expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
    ...[206, `bytes ${first}-${last}/40000`, String(last - first + 1)],
  ]);
  expect(part.headers).not.toHaveProperty('content-encoding');
  expect(part.body.equals(film.subarray(first, last + 1))).toBe(true);
});

test('what the film does not have is 416, and says how long it is', async () => {
  const answer = await ask({ range: 'bytes=40000-' });
  expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */40000']);
  expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'range-not-satisfiable', status: 416 });
});

test.each(['bytes=0-1,5-9', 'bytes=9-5', 'seconds=1-2', `bytes=${'0-,'.repeat(3_000)}0-`])(
  'several parts, or none, are answered with the whole: %.20s',
  async (range) => {
    const answer = await ask({ range });
    expect([answer.status, answer.body.length]).toEqual([200, 40_000]);
  },
);

test('a part is of the file that the client has begun with, else it gets the new one whole', async () => {
  const { etag } = (await ask()).headers;
  const range = 'bytes=0-9';
  expect((await ask({ range, 'if-range': String(etag) })).status).toBe(206);
  for (const other of ['"of-another-day"', `W/${etag}`, 'Wed, 21 Oct 2026 07:28:00 GMT'])
    expect((await ask({ range, 'if-range': other })).status).toBe(200);
  expect((await ask({ range, 'if-none-match': String(etag) })).status).toBe(304);
});

test('HEAD says all of it without a body, and takes no range', async () => {
  const head = await ask({ range: 'bytes=0-9' }, 'HEAD');
  expect([head.status, head.headers['content-length'], head.headers['accept-ranges']]).toEqual([
    ...[200, '40000', 'bytes'],
  ]);
  expect(head.body).toHaveLength(0);
});

test('captions are text: compressed like it, and never in parts', async () => {
  const captions = await ask({ range: 'bytes=0-9', 'accept-encoding': 'gzip' }, 'GET', '/clips/cse/1.vtt');
  expect(captions.status).toBe(200);
  expect(captions.headers['content-type']).toBe('text/vtt; charset=utf-8');
  expect(captions.headers['content-encoding']).toBe('gzip');
});

test.each([
  '/clips/cse/9.webm',
  '/clips/../index.html',
  '/clips/cse/..%2f1.webm',
  '/clips/cse/1.webm%00.txt',
  '/clips//cse/1.webm',
])('%s is no film, also for who navigates', async (path) => {
  const answer = await ask({ range: 'bytes=0-9', accept: 'text/html' }, 'GET', path);
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
});

test('who leaves in the middle of a long film leaves nothing behind, and others go on', async () => {
  const before = lines.length;
  const socket = connect(running.port, '127.0.0.1');
  socket.write('GET /clips/cse/2.webm HTTP/1.1\r\nHost: x\r\nRange: bytes=5-\r\n\r\n');
  const [first] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data) => resolve([data])));
  expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 206/);
  socket.pause();
  expect((await ask({ range: 'bytes=0-9' })).status).toBe(206);
  socket.destroy();
  await expect.poll(() => lines.slice(before).join('')).toContain('"aborted":true');
  expect(lines.slice(before).join('')).not.toContain('"level":"error"');
});
