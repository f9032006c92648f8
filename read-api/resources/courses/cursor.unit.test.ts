import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const at = { likeness: 437, added: 12 };
const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const mark = JSON.parse(Buffer.from(encodeCursor(at, 'a'), 'base64url').toString())[0];

test('a cursor says where the page ended', () => {
  expect(decodeCursor(encodeCursor(at, 'größe "%_'), 'größe "%_')).toEqual(at);
});

test('a cursor of the longest search stays within what a query may carry', () => {
  const text = '💥'.repeat(100);
  expect(encodeCursor({ likeness: 1_000, added: Number.MAX_SAFE_INTEGER }, text).length).toBeLessThan(500);
});

test.each([
  ['nothing', ''],
  ['null', written(null)],
  ['a list of nothing', written([])],
  ['no base64', '💥'],
  ['that of another search', encodeCursor(at, 'b')],
  ['too alike', written([mark, 1_001, 1])],
  ['before the log', written([mark, 1, -1])],
  ['endless', Buffer.from(`["${mark}",1,1e999]`).toString('base64url')],
  ['things for numbers', written([mark, { toString: 1 }, '1; drop table'])],
])('what is no cursor of this search is refused: %s', (_, cursor) => {
  expect(() => decodeCursor(cursor, 'a')).toThrow(/cursor is not one of this list/);
});
