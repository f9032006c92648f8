import { expect, test } from 'vitest';
import { rosette, scallop } from './guilloche.ts';

const band = { centre: { x: 100, y: 200 }, inner: 40, outer: 60, petals: 12, curves: 5 };
/** Where the curves begin and end, without the points that pull them. */
const nodesOf = (path: string) =>
  [...path.matchAll(/[ML]([-\d.]+) ([-\d.]+)|C[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ ([-\d.]+) ([-\d.]+)/g)].map(
    ([, x, y, endX, endY]) => ({ x: Number(x ?? endX), y: Number(y ?? endY) }),
  );
const distances = (path: string) => nodesOf(path).map(({ x, y }) => Math.hypot(x - 100, y - 200));

test('a ring is woven of so many closed curves between its two distances', () => {
  const path = rosette(band);
  expect(path.match(/M/g)).toHaveLength(5);
  expect(path.match(/Z/g)).toHaveLength(5);
  expect(Math.min(...distances(path))).toBeCloseTo(40, 0);
  expect(Math.max(...distances(path))).toBeCloseTo(60, 0);
});

test('each curve is turned on, and ends where it began', () => {
  const curves = rosette(band).split('Z').filter(Boolean);
  expect(new Set(curves).size).toBe(5);
  for (const curve of curves) {
    const nodes = nodesOf(curve);
    expect(nodes.at(-1)).toEqual(nodes[0]);
  }
});

test('the same ring is the same path, and no number in it is broken', () => {
  expect(rosette(band)).toBe(rosette(band));
  for (const path of [rosette(band), scallop(band.centre, 80, 4, 30)]) expect(path).toMatch(/^[MCZ\d\s.-]+$/);
});
