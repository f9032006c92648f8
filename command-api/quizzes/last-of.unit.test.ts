import { expect, test } from 'vitest';
import { highestNumber, lastOf } from './last-of.ts';

const search = async (last: number) => {
  let asked = 0;
  const found = await lastOf(async (numbers) => {
    asked += 1;
    expect(numbers.length).toBeLessThanOrEqual(16);
    return numbers.map((number) => number <= last);
  });
  return { found, asked };
};

test.each([
  0,
  1,
  2,
  3,
  4,
  5,
  7,
  8,
  9,
  15,
  16,
  17,
  100,
  1_000,
  4_097,
  32_767,
  32_768,
  50_001,
  65_534,
  highestNumber,
])('the last of %i is found in few questions', async (last) => {
  const { found, asked } = await search(last);
  expect(found).toBe(last);
  expect(asked).toBeLessThanOrEqual(last < 17 ? 2 : 5);
});

test('the last of every small number is found', async () => {
  for (let last = 0; last < 600; last += 1) expect((await search(last)).found).toBe(last);
});
