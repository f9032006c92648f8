import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { serveToSlowReader } from '#platform/testing/serve-to-slow-reader.ts';
import { createZipStream } from './zip-stream.ts';

/** Yields random text without end. */
const endless = async function* () {
  for (;;) yield randomBytes(50_000).toString('base64');
};
/**
 * Limits that disconnect a client after it has read nothing for `graceMs`. The time that the minimum rate (1 GB/s) adds is
 * negligible: less than a millisecond per chunk.
 */
const limits = (graceMs: number) => ({ graceMs, minBytesPerSecond: 1e9, totalMs: 15 * 60_000 });

/** Serves an endless copy to a client that does not read. */
const serveCopy = async (graceMs: number) => {
  const calls = { onEnd: 0 };
  const onEnd = () => {
    calls.onEnd += 1;
  };
  const served = await serveToSlowReader(() =>
    createZipStream([{ name: 'a.txt', text: endless }], onEnd, limits(graceMs)),
  );
  return { ...served, calls };
};

test('disconnects a client that does not read', async () => {
  await using served = await serveCopy(100);
  const { seen, calls } = served;
  await expect.poll(() => calls.onEnd).toBe(1);
  await expect.poll(() => seen.error).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  expect(seen.response?.destroyed).toBe(true);
});

test('destroys a stream that nobody reads', async () => {
  let endCount = 0;
  const onEnd = () => {
    endCount += 1;
  };
  const content = createZipStream([{ name: 'a.txt', text: endless }], onEnd, limits(20));
  await expect.poll(() => endCount).toBe(1);
  expect(content.errored).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
});

test('does not count the time in which a text is generated as time without reading', async () => {
  const graceMs = 100;
  const slow = async function* () {
    yield 'first, ';
    await sleep(4 * graceMs);
    yield 'last';
  };
  const files = unzipSync(
    await buffer(createZipStream([{ name: 'a.txt', text: slow }], () => {}, limits(graceMs))),
  );
  expect(strFromU8(files['a.txt'] ?? new Uint8Array())).toBe('first, last');
});
