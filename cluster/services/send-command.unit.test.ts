import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { headers } from '#contract/headers.ts';
import { RefusedError, sendCommand } from './send-command.ts';

/** Starts a server that answers with these statuses in turn; 0 closes the connection without an answer. */
const startServer = async (...statuses: number[]) => {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headersDistinct[headers.idempotencyKey]?.[0]);
    const status = statuses.shift() ?? 200;
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { [headers.logPosition]: '7' }).end('{"insertedId":"1"}');
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notes`;
  return { keys, command: { method: 'POST', url, token: 'token' } as const };
};

test('repeats a command with the same key until it is acknowledged', async () => {
  const { keys, command } = await startServer(503, 0, 502);
  const { body, position, attempts } = await sendCommand(command, AbortSignal.timeout(60_000));
  expect({ body, position, attempts }).toEqual({ body: { insertedId: '1' }, position: 7, attempts: 4 });
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeDefined();
});

test('does not repeat a command that was refused', async () => {
  const { keys, command } = await startServer(409);
  const sent = sendCommand(command, AbortSignal.timeout(60_000));
  await expect(sent).rejects.toThrow(new RefusedError('POST /notes', 409, '{"insertedId":"1"}'));
  expect(keys).toHaveLength(1);
});

test('says which command was not acknowledged in time', async () => {
  const { command } = await startServer(...Array.from({ length: 100 }, () => 503));
  await expect(sendCommand(command, AbortSignal.timeout(500))).rejects.toThrow(
    'POST /notes was not acknowledged in time (503 {"insertedId":"1"}).',
  );
});
