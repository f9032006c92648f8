import { expect, test } from 'vitest';
import { findLastNumber, highestNumber } from './find-last-number.ts';

const search = async (last: number) => {
  let rounds = 0;
  const found = await findLastNumber(async (numbers) => {
    rounds += 1;
    expect(numbers.length).toBeLessThanOrEqual(16);
    return numbers.map((number) => number <= last);
  });
  return { found, rounds };
};

const smallNumbers = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 100, 1_000, 4_097];
const largeNumbers = [32_767, 32_768, 50_001, 65_534, highestNumber];

test.each([...smallNumbers, ...largeNumbers])('finds %i in a few rounds', async (last) => {
  const { found, rounds } = await search(last);
  expect(found).toBe(last);
  expect(rounds).toBeLessThanOrEqual(last < 17 ? 2 : 5);
});

test('finds every number below 600', async () => {
  for (let last = 0; last < 600; last += 1) expect((await search(last)).found).toBe(last);
});
