import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import type { ReadingLimits } from '#platform/http/slow-readers.ts';
import { serveToSlowReader } from '#platform/testing/serve-to-slow-reader.ts';
import { createLineStream } from './line-stream.ts';

const pageBytes = 100_000;
const page = [{ type: 'x'.repeat(pageBytes) } as unknown as PseudonymousEvent];

/** Serves an endless stream of pages and records how many were read. */
const serveLines = async (limits?: ReadingLimits) => {
  const source = { pages: 0, isClosed: false };
  const endless = async function* () {
    try {
      for (;;) {
        source.pages += 1;
        yield page;
      }
    } finally {
      source.isClosed = true;
    }
  };
  return { ...(await serveToSlowReader(() => createLineStream(endless(), limits))), source };
};

test('reads no further pages while the client does not read', async () => {
  await using served = await serveLines();
  const { seen, source } = served;
  await expect.poll(() => seen.response?.writableNeedDrain).toBe(true);
  const socket = seen.response?.socket as Socket;
  // The bytes that were read from the source but not yet passed to the kernel.
  const bufferedBytes = () => source.pages * pageBytes - (socket.bytesWritten - socket.writableLength);
  await expect.poll(() => socket.writableLength).toBeGreaterThan(0);
  expect(bufferedBytes()).toBeLessThan(4 * pageBytes);
  const before = source.pages;
  served.answer.resume();
  await expect.poll(() => source.pages).toBeGreaterThan(before + 50);
  expect(source.isClosed).toBe(false);
});

test('reads no further pages after the client disconnects', async () => {
  await using served = await serveLines();
  const { seen, source } = served;
  await expect.poll(() => source.pages).toBeGreaterThan(1);
  served.answer.destroy();
  await expect.poll(() => source.isClosed).toBe(true);
  expect(seen.error).toMatchObject({ code: expect.stringMatching(/PREMATURE_CLOSE|ECONNRESET/) });
});

test('disconnects a client that does not read', async () => {
  await using served = await serveLines({ graceMs: 50, minBytesPerSecond: 1e9 });
  const { seen, source } = served;
  await expect.poll(() => seen.error).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect([source.isClosed, seen.response?.destroyed]).toEqual([true, true]);
});
