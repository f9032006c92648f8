import { expect, test } from 'vitest';
import { formatCopyLine, formatCopyValue } from './copy-format.ts';

test.each([
  [null, 'text', '\\N'],
  [undefined, 'text', '\\N'],
  ['', 'text', ''],
  ['\\N', 'text', '\\\\N'],
  ['a\tb\nc\rd\\e “f”', 'text', 'a\\tb\\nc\\rd\\\\e “f”'],
  [1.5, 'double precision', '1.5'],
  [-0, 'double precision', '0'],
  [1e21, 'double precision', '1e+21'],
  [Number.NaN, 'double precision', '\\N'],
  [true, 'boolean', 't'],
  [false, 'boolean', 'f'],
  [new Date('2026-01-02T03:04:05.678Z'), 'timestamp with time zone', '2026-01-02T03:04:05.678Z'],
  [[1, 2], 'integer[]', '{"1","2"}'],
  [[], 'text[]', '{}'],
  [['a"b', 'c\\d', '{e, f}', null, 'NULL'], 'text[]', '{"a\\\\"b","c\\\\\\\\d","{e, f}",NULL,"NULL"}'],
  [{ 'q"1': 'x\\y\n' }, 'jsonb', '{"q\\\\"1":"x\\\\\\\\y\\\\n"}'],
  [['a'], 'jsonb', '["a"]'],
])('formats %j for a column of type %s', (value, type, text) => {
  expect(formatCopyValue(value, type)).toBe(text);
});

test('formats a row as one line, with null for missing columns', () => {
  const columns = ['a', 'b', 'c'].map((name) => ({ name, type: 'text' }));
  expect(formatCopyLine({ b: 'B', a: 'A' }, columns)).toBe('A\tB\t\\N\n');
  expect(formatCopyLine({ a: '', b: 'B', c: 'C' }, columns)).toBe('\tB\tC\n');
});

test('formats a time as ISO 8601, whichever time was formatted before it', () => {
  const times = ['2026-11-21T08:15:46.123Z', '2026-11-21T08:15:00.000Z', '2026-11-21T08:15:59.999Z'];
  const otherMinutes = ['2026-11-21T08:16:00.007Z', '2024-02-29T23:59:59.090Z', '1969-12-31T23:59:59.999Z'];
  const otherYears = [
    '+010000-01-01T00:00:00.000Z',
    '-000001-06-01T12:30:00.500Z',
    '1970-01-01T00:00:00.000Z',
  ];
  for (const text of [...times, ...otherMinutes, ...otherYears, ...times.toReversed()])
    expect(formatCopyValue(new Date(text), 'timestamp with time zone')).toBe(text);
  expect(() => formatCopyValue(new Date(Number.NaN), 'timestamp with time zone')).toThrow(RangeError);
});
