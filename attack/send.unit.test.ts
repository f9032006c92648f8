import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { AttackRequest } from './grammar/request.ts';
import { openConnections } from './send.ts';

test('does not repeat a request on a reused connection after its timeout', async () => {
  const received: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    received.push(url);
    if (url !== '/without-answer') response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = openConnections(`http://127.0.0.1:${port}`, { timeoutMs: 500, maxAnswerBytes: 1_000 });
  onTestFinished(connections.close);
  const requestTo = (path: string): AttackRequest => ({
    ...{ index: 1, endpoint: null, method: 'GET', path, headers: [], body: null, ownerEmail: null },
    sender: { kind: 'visitor', userId: null, email: null, token: null },
    delivery: 'client',
  });
  await connections.send(requestTo('/first'));
  expect(await connections.send(requestTo('/without-answer'))).toMatchObject({ result: 'timeout' });
  // A repeated request would reach the server before this one.
  await connections.send(requestTo('/last'));
  expect(received.filter((path) => path === '/without-answer')).toHaveLength(1);
});
