import { expect, test } from 'vitest';
import { z } from 'zod';
import { cutPage, decodeCursor, encodeCursor } from './cursor.ts';

const row = z.tuple([z.number().int().min(0).max(1_000), z.number().int().nonnegative()]);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('decodes the sort keys that were encoded', () => {
  expect(
    decodeCursor(encodeCursor(['größe "%_', 'newest'], [437, 12]), ['größe "%_', 'newest'], row),
  ).toEqual([437, 12]);
});

test.each([
  ['an empty text', ''],
  ['null', encode(null)],
  ['an empty list', encode([])],
  ['not base64', '💥'],
  ['of another list', encodeCursor(['b'], [437, 12])],
  ['above the maximum', encode(['a', 1_001, 1])],
  ['below the minimum', encode(['a', 1, -1])],
  ['infinite', Buffer.from('["a",1,1e999]').toString('base64url')],
  ['not numbers', encode(['a', { toString: 1 }, '1; drop table'])],
])('rejects a cursor that is %s', (_, cursor) => {
  expect(() => decodeCursor(cursor, ['a'], row)).toThrow(/cursor does not belong to this list/);
});

test('returns a cursor only if more rows follow', () => {
  expect(cutPage([1, 2, 3], 2, String)).toEqual({ rows: [1, 2], headers: { 'next-cursor': '2' } });
  expect(cutPage([1, 2], 2, String)).toEqual({ rows: [1, 2], headers: {} });
  expect(cutPage([], 2, String)).toEqual({ rows: [], headers: {} });
});
