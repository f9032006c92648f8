import { expect, test } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';

test('makes the same choices with the same seed', () => {
  const choices = (seed: number) => {
    const random = createSeededRandom(seed);
    return [random.uuid(), random.integerBelow(1_000), random.pick(['a', 'b', 'c']), random.next()];
  };
  expect(choices(7)).toEqual(choices(7));
  expect(choices(7)).not.toEqual(choices(8));
});
