import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { serveToSlowReader } from '#platform/testing/slow-reader.ts';
import { zipOf } from './archive.ts';

/** Text that stays long when it is packed, without an end. */
const endless = async function* () {
  for (;;) yield randomBytes(50_000).toString('base64');
};
const whole = 15 * 60_000;

/** Serves a copy without end; its client reads only when it is told to. */
const serveCopy = async (piece: number) => {
  const made = { ended: 0 };
  const end = () => {
    made.ended += 1;
  };
  const served = await serveToSlowReader(() =>
    zipOf([{ name: 'a.txt', text: endless }], end, { whole, piece }),
  );
  return { ...served, made };
};

test('a client that does not read its copy is given up, and its place is free again', async () => {
  await using served = await serveCopy(100);
  const { seen, made } = served;
  await expect.poll(() => made.ended).toBe(1);
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
