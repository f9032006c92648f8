import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

const size = 1_000;

test.each([
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=0-', { first: 0, last: 999 }],
  ['bytes=900-', { first: 900, last: 999 }],
  ['bytes=900-5000', { first: 900, last: 999 }],
  ['bytes=999-999', { first: 999, last: 999 }],
  ['bytes=-1', { first: 999, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['Bytes= 5-9 ', { first: 5, last: 9 }],
])('%s is a range of the file', (header, range) => {
  expect(parseRange(header, size)).toEqual(range);
});

test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  '$0 is unsatisfiable',
  (header) => {
    expect(parseRange(header, size)).toBe('unsatisfiable');
  },
);

test.each(['bytes=0-', 'bytes=-5'])('%s of an empty file is unsatisfiable', (header) => {
  expect(parseRange(header, 0)).toBe('unsatisfiable');
});

test.each([
  ...['', 'bytes', 'bytes=', 'bytes=-', 'bytes=9-5', 'items=0-5', 'bytes=a-b', 'bytes=0x1-5', 'bytes=1.5-2'],
  ...['bytes=0-1,5-9', 'bytes=0-,0-,0-', 'bytes=--5', 'bytes=5', `bytes=${'0-,'.repeat(2_000)}`],
])('answers the header "$0" with the whole file', (header) => {
  expect(parseRange(header, size)).toBe('whole');
});
