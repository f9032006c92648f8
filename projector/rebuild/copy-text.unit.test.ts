import { expect, test } from 'vitest';
import { copyLine, copyText } from './copy-text.ts';

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
])('%j as %s', (value, type, text) => {
  expect(copyText(value, type)).toBe(text);
});

test('a row is a line; a column that it does not have is null, an empty first one is a column too', () => {
  const columns = ['a', 'b', 'c'].map((name) => ({ name, type: 'text' }));
  expect(copyLine({ b: 'B', a: 'A' }, columns)).toBe('A\tB\t\\N\n');
  expect(copyLine({ a: '', b: 'B', c: 'C' }, columns)).toBe('\tB\tC\n');
});
