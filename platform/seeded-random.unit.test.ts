import { expect, test } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';

test('makes the same choices with the same seed', () => {
  const makeChoices = (seed: number) => {
    const random = createSeededRandom(seed);
    return [random.uuid(), random.integerBelow(1_000), random.pick(['a', 'b', 'c']), random.next()];
  };
  expect(makeChoices(7)).toEqual(makeChoices(7));
  expect(makeChoices(7)).not.toEqual(makeChoices(8));
});
