import { expect, test } from 'vitest';
import { parseSetting } from './parse-setting.ts';

test('keeps the equals signs of a value', () => {
  expect(parseSetting('shared_buffers=2GB')).toEqual(['shared_buffers', '2GB']);
  expect(parseSetting('archive_command=test -z A=B')).toEqual(['archive_command', 'test -z A=B']);
});
