import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { createLongAnswers, type LongBody } from './long-answers.ts';

/** About a megabyte that compression cannot shrink much, in parts. */
const parts = Array.from({ length: 40 }, () =>
  Array.from({ length: 25_000 }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join(''),
);
const whole = parts.join('');

/** Creates a body that yields its parts once the test releases them. */
const createControlledBody = () => {
  const state = { produced: 0, wasAborted: false };
  const release = Promise.withResolvers<void>();
  const body: LongBody = async function* (abandoned) {
    abandoned.addEventListener('abort', () => {
      state.wasAborted = true;
      release.resolve();
    });
    for (const part of parts) {
      await release.promise;
      abandoned.throwIfAborted();
      state.produced += 1;
      yield part;
    }
  };
  return {
    state,
    body,
    releaseAll: () => release.resolve(),
    fail: () => release.reject(new Error('The database is gone.')),
  };
};

const endlessBodies: { wasAborted: boolean }[] = [];
/** Creates a body that yields its parts and then never ends. */
const createEndlessBody = (): LongBody => {
  const state = { wasAborted: false };
  endlessBodies.push(state);
  return async function* (abandoned) {
    yield* parts;
    while (!abandoned.aborted) await sleep(1);
    state.wasAborted = true;
    abandoned.throwIfAborted();
  };
};

test('streams a body in each coding, and makes it once for each compression', async () => {
  const answers = createLongAnswers();
  const { body, state, releaseAll } = createControlledBody();
  releaseAll();
  const find = vi.fn(async () => body);
  const read = async (coding: 'br' | 'gzip' | 'identity') => {
    const stream = await answers('tag', coding, find);
    if (stream === null) throw new Error('The body should be long.');
    return buffer(stream);
  };
  expect(gunzipSync(await read('gzip')).toString()).toBe(whole);
  expect((await read('identity')).toString()).toBe(whole);
  expect(gunzipSync(await read('gzip')).toString()).toBe(whole);
  expect([find.mock.calls.length, state.produced]).toEqual([1, parts.length]);
  expect(brotliDecompressSync(await read('br')).toString()).toBe(whole);
  expect([find.mock.calls.length, state.produced]).toEqual([2, 2 * parts.length]);
});

test('clients of one tag share a body, however slowly they read', async () => {
  const answers = createLongAnswers();
  const { body, state, releaseAll } = createControlledBody();
  const find = async () => body;
  const opening = [answers('tag', 'gzip', find), answers('tag', 'identity', find)];
  releaseAll();
  const [slow, fast] = await Promise.all(opening);
  if (!slow || !fast) throw new Error('The body should be long.');
  expect(await text(fast)).toBe(whole);
  expect(state.produced).toBe(parts.length);
  expect(gunzipSync(await buffer(slow)).toString()).toBe(whole);
});

test('stops making a body when all of its clients have disconnected, and begins again for the next one', async () => {
  const answers = createLongAnswers();
  const { body, state, releaseAll } = createControlledBody();
  releaseAll();
  const first = await answers('tag', 'gzip', async () => createEndlessBody());
  first?.destroy();
  await expect.poll(() => endlessBodies.at(-1)?.wasAborted).toBe(true);
  const second = await answers('tag', 'gzip', async () => body);
  if (second === null) throw new Error('The body should be long.');
  expect(gunzipSync(await buffer(second)).toString()).toBe(whole);
  expect(state.wasAborted).toBe(false);
});

test('stops making a stalled body when the client that waits for its next part disconnects', async () => {
  const answers = createLongAnswers();
  const stream = await answers('tag', 'gzip', async () => createEndlessBody());
  if (stream === null) throw new Error('The body should be long.');
  let bytes = 0;
  stream.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  // The compressor holds bytes back until a block is full, so the last bytes come only at the end.
  await expect.poll(() => bytes).toBeGreaterThan(0.7 * whole.length);
  // Gives the stream time to begin waiting for the part that never comes.
  await sleep(50);
  stream.destroy();
  await expect.poll(() => endlessBodies.at(-1)?.wasAborted).toBe(true);
});

test('rejects if a body fails at once, cuts it off if it fails later, and keeps no part of it', async () => {
  const answers = createLongAnswers();
  const { body, fail, state } = createControlledBody();
  fail();
  await expect(answers('tag', 'gzip', async () => body)).rejects.toThrow('The database is gone.');
  const failing: LongBody = async function* () {
    yield* parts;
    throw new Error('The database is gone.');
  };
  const cut = await answers('tag', 'gzip', async () => failing);
  if (cut === null) throw new Error('The body should be long.');
  await expect(buffer(cut)).rejects.toThrow('The database is gone.');
  const good = createControlledBody();
  good.releaseAll();
  const complete = await answers('tag', 'identity', async () => good.body);
  if (complete === null) throw new Error('The body should be long.');
  expect(await text(complete)).toBe(whole);
  expect(state.produced).toBe(0);
});

test('remembers that a body is short', async () => {
  const answers = createLongAnswers();
  const find = vi.fn(async () => null);
  expect([await answers('tag', 'br', find), await answers('tag', 'gzip', find)]).toEqual([null, null]);
  expect(find).toHaveBeenCalledTimes(1);
});

test('makes at most four bodies at the same time', async () => {
  const answers = createLongAnswers();
  const open = await Promise.all(
    ['a', 'b', 'c', 'd'].map((tag) => answers(tag, 'gzip', async () => createEndlessBody())),
  );
  await expect(answers('e', 'gzip', async () => createEndlessBody())).rejects.toMatchObject({
    code: 'unavailable',
  });
  for (const stream of open) stream?.destroy();
  const { body, releaseAll } = createControlledBody();
  releaseAll();
  await expect.poll(() => answers('e', 'gzip', async () => body)).not.toBeNull();
});
