import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { requestStatus } from '../testing/request-status.ts';
import { openHttpServer } from './http-server.ts';
import { openTestApp } from './testing/test-app.ts';

const { app, running } = await openTestApp();

test('upgrades only WebSockets under /socket.io/, and answers other requests for an upgrade as ordinary requests', async () => {
  const upgrades: string[] = [];
  const server = await openHttpServer({
    listener: (_, response) => response.end('plain'),
    host: '127.0.0.1',
    port: 0,
  });
  server.server.on('upgrade', (incoming, socket) => {
    upgrades.push(`${incoming.headers.upgrade} ${incoming.url}`);
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
  const ask = (upgrade: string, path: string) =>
    requestStatus(server.port, path, {
      connection: 'Upgrade, HTTP2-Settings',
      'http2-settings': '',
      upgrade,
    });
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

test('disconnects a client that sends the head of a request too slowly, after the time limit', async () => {
  const server = await openHttpServer({
    listener: (_, response) => response.end('plain'),
    host: '127.0.0.1',
    port: 0,
    headTimeoutMs: 300,
  });
  const startedAt = performance.now();
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
  const trickle = setInterval(() => socket.write('X-Slow: 1\r\n'), 100);
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
  // By default the server would wait for ten seconds. The test allows nearly as long, because a busy machine is slow.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await server.close(0);
});

test('disconnects a client that does not read its answer', async () => {
  const server = await openHttpServer({
    listener: (_, response) => response.end(Buffer.alloc(32_000_000)),
    host: '127.0.0.1',
    port: 0,
    silenceTimeoutMs: 200,
  });
  const closed = new Promise((resolve) =>
    server.server.once('connection', (incoming) => incoming.once('close', resolve)),
  );
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await closed;
  socket.destroy();
  await server.close(0);
});

test('finishes requests in flight and ends hanging ones when it closes', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    listener: (request, response) => {
      if (request.url === '/slow') released.then(() => response.end('done'));
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
