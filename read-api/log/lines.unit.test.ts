import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { expect, test } from 'vitest';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import { lineStream } from './lines.ts';

const pageBytes = 100_000;
const page = [{ type: 'x'.repeat(pageBytes) } as unknown as PseudonymousEvent];

/** Serves pages without end to whoever asks, and tells what became of them. */
const serveLines = async (patienceMs?: number) => {
  const seen = { pages: 0, over: false, response: null as ServerResponse | null, error: null as unknown };
  const endless = async function* () {
    try {
      for (;;) {
        seen.pages += 1;
        yield page;
      }
    } finally {
      seen.over = true;
    }
  };
  const server = createServer((_, response) => {
    seen.response = response;
    pipeline(lineStream(endless(), patienceMs), response, (error) => {
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

test('to a client that does not read nothing is made that it has no room for', async () => {
  await using served = await serveLines();
  const { seen } = served;
  await expect.poll(() => seen.response?.writableNeedDrain).toBe(true);
  const socket = seen.response?.socket as Socket;
  // What has been made, and neither lies with the system nor with the client: two pages in hand, a part of a third.
  const inHand = () => seen.pages * pageBytes - (socket.bytesWritten - socket.writableLength);
  await expect.poll(() => socket.writableLength).toBeGreaterThan(0);
  expect(inHand()).toBeLessThan(4 * pageBytes);
  const before = seen.pages;
  served.answer.resume();
  await expect.poll(() => seen.pages).toBeGreaterThan(before + 50);
  expect(seen.over).toBe(false);
});

test('when the client goes no further page is made', async () => {
  await using served = await serveLines();
  const { seen } = served;
  await expect.poll(() => seen.pages).toBeGreaterThan(1);
  served.answer.destroy();
  await expect.poll(() => seen.over).toBe(true);
  expect(seen.error).toMatchObject({ code: expect.stringMatching(/PREMATURE_CLOSE|ECONNRESET/) });
});

test('who leaves a page standing for too long is given up', async () => {
  await using served = await serveLines(50);
  const { seen } = served;
  await expect.poll(() => seen.error).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect([seen.over, seen.response?.destroyed]).toEqual([true, true]);
});
