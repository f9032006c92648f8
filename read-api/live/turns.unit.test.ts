import { expect, test } from 'vitest';
import { takeTurns } from './turns.ts';

test('so many run at once, so many wait in order, and who comes then is sent away', async () => {
  const oneOfFew = takeTurns(2, 2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) =>
    oneOfFew(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      return n;
    });
  const all = [1, 2, 3, 4, 5].map(work);
  expect(begun).toEqual([1, 2]);
  expect(await all[4]).toBeNull();
  for (let ended = 0; ended < 4; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    ends[ended]?.();
  }
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, null]);
  expect(begun).toEqual([1, 2, 3, 4]);
});

test('work that fails gives its turn on', async () => {
  const oneOfFew = takeTurns(1, 5);
  await expect(oneOfFew(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await oneOfFew(async () => 1)).toBe(1);
});
