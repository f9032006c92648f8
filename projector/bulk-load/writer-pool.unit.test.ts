import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Writer } from '../connection/writer.ts';
import { createWriterPool } from './writer-pool.ts';

const createWriter = (backendPid: number) => ({ backendPid }) as Writer;

test('gives each connection to one task at a time, in order, and frees it when the task fails', async () => {
  const pool = createWriterPool([createWriter(1), createWriter(2)], new AbortController().signal);
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return pool.withWriter(async ({ backendPid }) => {
      started.push(`${name} on ${backendPid}`);
      await end.promise;
      return name;
    });
  };
  const [a, b, c, d] = [work('a'), work('b'), work('c'), work('d')];
  await nextTurn();
  expect(started).toEqual(['a on 1', 'b on 2']);
  ends.get('b')?.reject(new Error('connection lost'));
  await expect(b).rejects.toThrow('connection lost');
  await nextTurn();
  expect(started.slice(2)).toEqual(['c on 2']);
  ends.get('a')?.resolve();
  expect(await a).toBe('a');
  await nextTurn();
  expect(started.slice(3)).toEqual(['d on 1']);
  for (const { resolve } of ends.values()) resolve();
  expect(await Promise.all([c, d])).toEqual(['c', 'd']);
  const e = work('e');
  ends.get('e')?.resolve();
  expect(await e).toBe('e');
});

test('starts no more tasks after the signal has aborted', async () => {
  const stop = new AbortController();
  const pool = createWriterPool([createWriter(1)], stop.signal);
  const end = Promise.withResolvers<void>();
  const running = pool.withWriter(() => end.promise);
  const waiting = pool.withWriter(async () => 'started');
  await nextTurn();
  stop.abort(new Error('connection lost'));
  end.resolve();
  await expect(waiting).rejects.toThrow('connection lost');
  await running;
  await expect(pool.withWriter(async () => 'started')).rejects.toThrow('connection lost');
});
