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
import { type HttpServer, openHttpServer } from '#platform/http/http-server.ts';
import { createLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { readClientFiles } from './read-client-files.ts';
import { serveClient } from './serve-client.ts';

const video = randomBytes(40_000);
/** Larger than a socket's buffers. */
const longVideo = randomBytes(24_000_000);
const logLines: string[] = [];
let folder: string;
let server: HttpServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-videos-'));
  mkdirSync(join(folder, 'clips', 'cse'), { recursive: true });
  writeFileSync(join(folder, 'clips', 'cse', '1.webm'), video);
  writeFileSync(join(folder, 'clips', 'cse', '2.webm'), longVideo);
  writeFileSync(join(folder, 'clips', 'cse', '1.vtt'), `WEBVTT\n\n${'x'.repeat(3_000)}`);
  const destination = new Writable({
    write: (chunk, _, done) => {
      logLines.push(String(chunk));
      done();
    },
  });
  const app = createApp({
    service: 'test',
    configuration: parseConfiguration({ DATABASE_URL: 'none' }),
    logger: createLogger({ service: 'test', destination }),
    metrics: createMetrics({ defaults: false }),
    endpoints: [],
    middlewares: [serveClient(readClientFiles(folder))],
  });
  server = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close(100);
  rmSync(folder, { recursive: true });
});

/** Sends a request like a player, without the headers that fetch adds. */
const send = (headers: Record<string, string> = {}, method = 'GET', path = '/clips/cse/1.webm') =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request({ port: server.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });

test('serves a whole video uncompressed, and accepts ranges', async () => {
  const whole = await send({ 'accept-encoding': 'br, gzip, deflate' });
  expect(whole.status).toBe(200);
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-type': 'video/webm',
    'content-length': '40000',
    'cache-control': 'no-cache',
    etag: expect.stringMatching(/^"/),
  });
  expect(whole.headers).not.toHaveProperty('content-encoding');
  expect(whole.body.equals(video)).toBe(true);
});

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=39000-', 39_000, 39_999],
  ['bytes=-10', 39_990, 39_999],
  ['bytes=100-100', 100, 100],
])('serves the range %s', async (range, first, last) => {
  const part = await send({ range, 'accept-encoding': 'gzip' });
  expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
    ...[206, `bytes ${first}-${last}/40000`, String(last - first + 1)],
  ]);
  expect(part.headers).not.toHaveProperty('content-encoding');
  expect(part.body.equals(video.subarray(first, last + 1))).toBe(true);
});

test('answers 416 with the size for a range beyond the end', async () => {
  const answer = await send({ range: 'bytes=40000-' });
  expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */40000']);
  expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'range-not-satisfiable', status: 416 });
});

test.each(['bytes=0-1,5-9', 'bytes=9-5', 'seconds=1-2', `bytes=${'0-,'.repeat(3_000)}0-`])(
  'serves the whole video for several or invalid ranges: $0',
  async (range) => {
    const answer = await send({ range });
    expect([answer.status, answer.body.length]).toEqual([200, 40_000]);
  },
);

test('with If-Range, serves a range only of the version that the client has, and otherwise the whole video', async () => {
  const { etag } = (await send()).headers;
  const range = 'bytes=0-9';
  expect((await send({ range, 'if-range': String(etag) })).status).toBe(206);
  for (const other of ['"of-another-day"', `W/${etag}`, 'Wed, 21 Oct 2026 07:28:00 GMT'])
    expect((await send({ range, 'if-range': other })).status).toBe(200);
  expect((await send({ range, 'if-none-match': String(etag) })).status).toBe(304);
});

test('answers HEAD with the size of the whole video, even if the request names a range', async () => {
  const head = await send({ range: 'bytes=0-9' }, 'HEAD');
  expect([head.status, head.headers['content-length'], head.headers['accept-ranges']]).toEqual([
    ...[200, '40000', 'bytes'],
  ]);
});

test('serves captions compressed and never in ranges', async () => {
  const captions = await send({ range: 'bytes=0-9', 'accept-encoding': 'gzip' }, 'GET', '/clips/cse/1.vtt');
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
])('answers 404 for %s, even for a navigation', async (path) => {
  const answer = await send({ range: 'bytes=0-9', accept: 'text/html' }, 'GET', path);
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
});

test('releases the request of a client that disconnects during a long video, and serves others', async () => {
  const linesBefore = logLines.length;
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET /clips/cse/2.webm HTTP/1.1\r\nHost: x\r\nRange: bytes=5-\r\n\r\n');
  const [first] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data) => resolve([data])));
  expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 206/);
  socket.pause();
  expect((await send({ range: 'bytes=0-9' })).status).toBe(206);
  socket.destroy();
  await expect.poll(() => logLines.slice(linesBefore).join('')).toContain('"aborted":true');
  expect(logLines.slice(linesBefore).join('')).not.toContain('"level":"error"');
});
