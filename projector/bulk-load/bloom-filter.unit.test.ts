import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBloomFilter } from './bloom-filter.ts';

test('finds every added key, and hardly any other', () => {
  const uuids = Array.from({ length: 50_000 }, () => randomUUID() as string);
  const positions = Array.from({ length: 50_000 }, (_, index) => `${1_000_000 + index}`);
  const times = Array.from({ length: 20_000 }, (_, index) => new Date(index * 900_000).toISOString());
  const filter = createBloomFilter();
  const added = [...uuids, ...positions, ...times];
  expect(added.filter((key) => filter.mightContain(key)).length).toBe(0);
  for (const key of added) filter.add(key);
  expect(added.every((key) => filter.mightContain(key))).toBe(true);

  const otherUuids = Array.from({ length: 50_000 }, () => randomUUID() as string);
  const otherPositions = Array.from({ length: 50_000 }, (_, index) => `${3_000_000 + index}`);
  expect([...otherUuids, ...otherPositions].filter((key) => filter.mightContain(key)).length).toBeLessThan(
    20,
  );
});
