import { randomBytes } from 'node:crypto';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipOf } from './archive.ts';

/** Text that stays long when it is packed, without an end. */
const endless = async function* () {
  for (;;) yield randomBytes(50_000).toString('base64');
};
const whole = 15 * 60_000;

/** Serves a copy without end; its client reads only when it is told to. */
const serveCopy = async (piece: number) => {
  const seen = { ended: 0, response: null as ServerResponse | null, error: null as unknown };
  const server = createServer((_, response) => {
    seen.response = response;
    const end = () => {
      seen.ended += 1;
    };
    pipeline(zipOf([{ name: 'a.txt', text: endless }], end, { whole, piece }), response, (error) => {
      seen.error = error;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve) => get({ port, agent: false }, resolve));
  answer.on('error', () => {});
  return {
    seen,
    answer,
    [Symbol.asyncDispose]: async () => {
      answer.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

test('a client that does not read its copy is given up, and its place is free again', async () => {
  await using served = await serveCopy(100);
  const { seen } = served;
  await expect.poll(() => seen.ended).toBe(1);
  await expect.poll(() => seen.error).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect(seen.response?.destroyed).toBe(true);
});

test('a copy of which nobody reads the first byte is given up, too', async () => {
  let ended = 0;
  const end = () => {
    ended += 1;
  };
  const content = zipOf([{ name: 'a.txt', text: endless }], end, { whole, piece: 20 });
  await expect.poll(() => ended).toBe(1);
  expect(content.errored).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
});

test('whoever reads is not given up because the copy takes long to be made', async () => {
  const piece = 100;
  const slow = async function* () {
    yield 'first, ';
    await sleep(4 * piece);
    yield 'last';
  };
  const files = unzipSync(await buffer(zipOf([{ name: 'a.txt', text: slow }], () => {}, { whole, piece })));
  expect(strFromU8(files['a.txt'] ?? new Uint8Array())).toBe('first, last');
});
