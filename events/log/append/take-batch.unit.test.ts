import { expect, test } from 'vitest';
import type { EncodedRequest } from './encoded-request.ts';
import { takeBatch } from './take-batch.ts';

type Waiting = { name: string; encoded: EncodedRequest; deadline: number };

const waiting = (name: string, { bytes = 100, isReserving = false, deadline = 1_000 } = {}): Waiting => ({
  name,
  encoded: { bytes, reservation: isReserving ? {} : null } as EncodedRequest,
  deadline,
});

const namesIn = (ready: readonly Waiting[], maxRequests = 10, overdueBefore: number | null = null) => {
  const taken = takeBatch(ready, { maxRequests, overdueBefore });
  const names = (list: readonly Waiting[]) => list.map(({ name }) => name).join('');
  return { batch: names(taken.batch), overdue: names(taken.overdue), rest: names(taken.rest) };
};

test('takes the first requests, up to the maximum number', () => {
  const ready = [waiting('a'), waiting('b'), waiting('c')];
  expect(namesIn(ready, 2)).toEqual({ batch: 'ab', overdue: '', rest: 'c' });
  expect(namesIn(ready)).toEqual({ batch: 'abc', overdue: '', rest: '' });
});

test('ends a batch before a request that would make it larger than 1 MiB, and gives a larger request a batch of its own', () => {
  const ready = [waiting('a'), waiting('b', { bytes: 1 << 20 }), waiting('c', { bytes: 1 << 21 })];
  expect(namesIn(ready)).toEqual({ batch: 'a', overdue: '', rest: 'bc' });
  expect(namesIn(ready.slice(1))).toEqual({ batch: 'b', overdue: '', rest: 'c' });
  expect(namesIn(ready.slice(2))).toEqual({ batch: 'c', overdue: '', rest: '' });
});

test('gives a request that reserves an e-mail address a batch of its own', () => {
  const ready = [waiting('a'), waiting('b', { isReserving: true }), waiting('c')];
  expect(namesIn(ready)).toEqual({ batch: 'a', overdue: '', rest: 'bc' });
  expect(namesIn(ready.slice(1))).toEqual({ batch: 'b', overdue: '', rest: 'c' });
});

test('separates overdue requests, which do not count towards the size of the batch', () => {
  const ready = [waiting('a', { deadline: 1 }), waiting('b'), waiting('c', { deadline: 2 }), waiting('d')];
  expect(namesIn(ready, 1, 500)).toEqual({ batch: 'b', overdue: 'a', rest: 'cd' });
  expect(namesIn(ready, 2, 500)).toEqual({ batch: 'bd', overdue: 'ac', rest: '' });
  expect(namesIn(ready, 2)).toEqual({ batch: 'ab', overdue: '', rest: 'cd' });
});
