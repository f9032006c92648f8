import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { seenKeys } from './seen-keys.ts';

test('a key that was added may be there, whatever else was; of others it is said for certain that they are not, but for a few', () => {
  const keys = Array.from({ length: 50_000 }, () => randomUUID() as string);
  const places = Array.from({ length: 50_000 }, (_, place) => `${1_000_000 + place}`);
  const times = Array.from({ length: 20_000 }, (_, at) => new Date(at * 900_000).toISOString());
  const seen = seenKeys();
  const added = [...keys, ...places, ...times];
  expect(added.filter((key) => seen.mayHave(key)).length).toBe(0);
  for (const key of added) seen.add(key);
  expect(added.every((key) => seen.mayHave(key))).toBe(true);

  const others = Array.from({ length: 50_000 }, () => randomUUID() as string);
  const further = Array.from({ length: 50_000 }, (_, place) => `${3_000_000 + place}`);
  expect([...others, ...further].filter((key) => seen.mayHave(key)).length).toBeLessThan(20);
});
