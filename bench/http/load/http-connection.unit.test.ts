import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openHttpConnection } from './http-connection.ts';

test('rejects a request on a connection that the server has closed after an answer', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const connection = await openHttpConnection((server.address() as AddressInfo).port);
  const [socket] = await accepted;
  const closed = once(socket, 'close');
  expect(await connection.send('GET / HTTP/1.1\r\n\r\n')).toMatchObject({ status: 204 });
  await closed;
  // The client notices soon afterwards. If it has not yet, the request fails too, because it cannot be sent.
  await sleep(20);
  await expect(connection.send('GET / HTTP/1.1\r\n\r\n')).rejects.toThrow('closed the connection');
});
