import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMetrics } from '#platform/metrics.ts';
import { createAnswerCache } from './answer-cache.ts';

const open = (options: Parameters<typeof createAnswerCache>[1] = {}) => {
  const metrics = createMetrics({ defaults: false });
  const sumOf = async (name: string) =>
    (await metrics.registry.getSingleMetric(name)?.get())?.values.reduce((sum, { value }) => sum + value, 0);
  return {
    cache: createAnswerCache(metrics, options),
    queries: () => sumOf('lyceum_answer_queries_total'),
    compressions: () => sumOf('lyceum_answer_compressions_total'),
    bytes: () => sumOf('lyceum_answer_cache_bytes'),
  };
};
const answerWith = (text: string) => async () => ({ text, type: 'application/json', headers: {} });
const longText = 'Wave optics. '.repeat(1_000);

test('runs the query once for all codings, and compresses once for br and once for gzip', async () => {
  const { cache, queries, compressions } = open();
  const read = (coding: 'br' | 'gzip' | 'identity') => cache('tag', coding, answerWith(longText));
  for (let round = 0; round < 3; round += 1) {
    const [br, gzip, identity] = [await read('br'), await read('gzip'), await read('identity')];
    expect([br.coding, gzip.coding, identity.coding]).toEqual(['br', 'gzip', 'identity']);
    for (const body of [brotliDecompressSync(br.body), gunzipSync(gzip.body), identity.body])
      expect(body.toString()).toBe(longText);
  }
  expect([await queries(), await compressions()]).toEqual([1, 2]);
});

test('concurrent requests share one query, and one compression for each coding', async () => {
  const { cache, queries, compressions } = open();
  const codings = ['br', 'br', 'gzip', 'gzip', 'identity'] as const;
  await Promise.all(codings.map((coding) => cache('tag', coding, answerWith(longText))));
  expect([await queries(), await compressions()]).toEqual([1, 2]);
});

test('does not compress short answers', async () => {
  const { cache, queries, compressions } = open();
  for (let round = 0; round < 2; round += 1)
    expect((await cache('tag', 'br', answerWith('[]'))).coding).toBe('identity');
  expect([await queries(), await compressions()]).toEqual([1, 0]);
});

test('keeps no more bytes than allowed, and does not keep an answer larger than that', async () => {
  const { cache, bytes, queries } = open({ public: { maxBytes: 100_000, maxEntryBytes: 100_000 } });
  for (let entry = 0; entry < 50; entry += 1)
    await cache(`tag ${entry}`, 'gzip', answerWith(randomBytes(8_000).toString('base64')));
  expect(await bytes()).toBeGreaterThan(80_000);
  expect(await bytes()).toBeLessThanOrEqual(100_000);
  const large = answerWith('x'.repeat(100_000));
  for (let round = 0; round < 2; round += 1)
    expect((await cache('large', 'identity', large)).body).toHaveLength(100_000);
  expect(await queries()).toBe(52);
  expect(await bytes()).toBeLessThanOrEqual(100_000);
  // The compressed answer is small enough to be kept.
  for (let round = 0; round < 2; round += 1) await cache('large', 'br', large);
  expect(await queries()).toBe(53);
});

test('keeps only the bytes of the answers, not the blocks that small buffers are cut from', async () => {
  const { cache } = open();
  const texts = ['[]', longText];
  for (const [index, text] of texts.entries())
    for (const coding of ['br', 'gzip', 'identity'] as const)
      for (let round = 0; round < 2; round += 1) await cache(`tag ${index}`, coding, answerWith(text));
  for (const [index] of texts.entries())
    for (const coding of ['br', 'gzip', 'identity'] as const) {
      const { body } = await cache(`tag ${index}`, coding, answerWith('unused'));
      expect(body.buffer.byteLength).toBe(body.length);
    }
});

test('does not keep a failure', async () => {
  const { cache } = open();
  const fail = async () => {
    throw new Error('gone');
  };
  await expect(cache('tag', 'br', fail)).rejects.toThrow('gone');
  expect((await cache('tag', 'br', answerWith('[1]'))).body.toString()).toBe('[1]');
});

test('evicts a private answer after a limited time, even if nobody asks for it again', async () => {
  const { cache, queries, bytes } = open({ private: { maxAgeMs: 20 } });
  await cache('public', 'br', answerWith('[1]'));
  const bytesOfPublic = await bytes();
  await cache('private', 'br', answerWith('[2]'), true);
  await expect.poll(bytes).toBe(bytesOfPublic);
  expect((await cache('public', 'br', answerWith('unused'))).body.toString()).toBe('[1]');
  expect(await queries()).toBe(2);
});

test('also evicts a public answer after a limited time', async () => {
  const { cache, bytes } = open({ public: { maxAgeMs: 20 } });
  await cache('public', 'br', answerWith('[1]'));
  await expect.poll(bytes).toBe(0);
});

test('a coding made from a kept private answer expires together with it, not later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const passTime = (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(ms);
  };
  const { cache, bytes, queries } = open({ private: { maxAgeMs: 1_000 } });
  await cache('private', 'identity', answerWith(longText), true);
  passTime(900);
  await cache('private', 'br', answerWith('unused'), true);
  expect(await queries()).toBe(1);
  passTime(200);
  expect(await bytes()).toBe(0);
});

test('private answers evict no public ones, and a large one is not kept', async () => {
  const { cache, bytes, queries } = open({ private: { maxBytes: 20_000, maxEntryBytes: 5_000 } });
  await cache('public', 'identity', answerWith(longText));
  const bytesOfPublic = (await bytes()) ?? 0;
  await cache('large', 'identity', answerWith('x'.repeat(6_000)), true);
  expect(await bytes()).toBe(bytesOfPublic);
  for (let entry = 0; entry < 50; entry += 1)
    await cache(`private ${entry}`, 'identity', answerWith('x'.repeat(4_000)), true);
  expect(await bytes()).toBeLessThanOrEqual(bytesOfPublic + 20_000);
  const before = await queries();
  await cache('public', 'identity', answerWith('unused'));
  expect(await queries()).toBe(before);
});
