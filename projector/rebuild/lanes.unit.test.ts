import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Writer } from '../connection/writer.ts';
import { lanesOf } from './lanes.ts';

const named = (backend: number) => ({ backend }) as Writer;

test('each connection is lent to one at a time, in the order of asking; what fails gives it back', async () => {
  const lanes = lanesOf([named(1), named(2)], new AbortController().signal);
  const began: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return lanes.lend(async ({ backend }) => {
      began.push(`${name} on ${backend}`);
      await end.promise;
      return name;
    });
  };
  const [a, b, c, d] = [work('a'), work('b'), work('c'), work('d')];
  await turn();
  expect(began).toEqual(['a on 1', 'b on 2']);
  ends.get('b')?.reject(new Error('a lost line'));
  await expect(b).rejects.toThrow('a lost line');
  await turn();
  expect(began.slice(2)).toEqual(['c on 2']);
  ends.get('a')?.resolve();
  expect(await a).toBe('a');
  await turn();
  expect(began.slice(3)).toEqual(['d on 1']);
  for (const { resolve } of ends.values()) resolve();
  expect(await Promise.all([c, d])).toEqual(['c', 'd']);
  const e = work('e');
  ends.get('e')?.resolve();
  expect(await e).toBe('e');
});

test('when the signal aborts nothing more is begun', async () => {
  const stop = new AbortController();
  const lanes = lanesOf([named(1)], stop.signal);
  const end = Promise.withResolvers<void>();
  const began = lanes.lend(() => end.promise);
  const waiting = lanes.lend(async () => 'begun');
  await turn();
  stop.abort(new Error('a line was lost'));
  end.resolve();
  await expect(waiting).rejects.toThrow('a line was lost');
  await began;
  await expect(lanes.lend(async () => 'begun')).rejects.toThrow('a line was lost');
});
