import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import { serveToSlowReader } from '#platform/testing/slow-reader.ts';
import { lineStream } from './lines.ts';

const pageBytes = 100_000;
const page = [{ type: 'x'.repeat(pageBytes) } as unknown as PseudonymousEvent];

/** Serves pages without end to whoever asks, and tells what became of them. */
const serveLines = async (patienceMs?: number) => {
  const made = { pages: 0, over: false };
  const endless = async function* () {
    try {
      for (;;) {
        made.pages += 1;
        yield page;
      }
    } finally {
      made.over = true;
    }
  };
  return { ...(await serveToSlowReader(() => lineStream(endless(), patienceMs))), made };
};

test('to a client that does not read nothing is made that it has no room for', async () => {
  await using served = await serveLines();
  const { seen, made } = served;
  await expect.poll(() => seen.response?.writableNeedDrain).toBe(true);
  const socket = seen.response?.socket as Socket;
  // What has been made, and neither lies with the system nor with the client: two pages in hand, a part of a third.
  const inHand = () => made.pages * pageBytes - (socket.bytesWritten - socket.writableLength);
  await expect.poll(() => socket.writableLength).toBeGreaterThan(0);
  expect(inHand()).toBeLessThan(4 * pageBytes);
  const before = made.pages;
  served.answer.resume();
  await expect.poll(() => made.pages).toBeGreaterThan(before + 50);
  expect(made.over).toBe(false);
});

test('when the client goes no further page is made', async () => {
  await using served = await serveLines();
  const { seen, made } = served;
  await expect.poll(() => made.pages).toBeGreaterThan(1);
  served.answer.destroy();
  await expect.poll(() => made.over).toBe(true);
  expect(seen.error).toMatchObject({ code: expect.stringMatching(/PREMATURE_CLOSE|ECONNRESET/) });
});

test('who leaves a page standing for too long is given up', async () => {
  await using served = await serveLines(50);
  const { seen, made } = served;
  await expect.poll(() => seen.error).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect([made.over, seen.response?.destroyed]).toEqual([true, true]);
});
