import { expect, test } from 'vitest';
import { drawRosette, drawScallop } from './guilloche.ts';

const band = { centre: { x: 100, y: 200 }, inner: 40, outer: 60, petals: 12, curves: 5 };
/** Returns the points through which the path goes, without its control points. */
const parseNodes = (path: string) =>
  [...path.matchAll(/[ML]([-\d.]+) ([-\d.]+)|C[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ ([-\d.]+) ([-\d.]+)/g)].map(
    ([, x, y, endX, endY]) => ({ x: Number(x ?? endX), y: Number(y ?? endY) }),
  );
const listDistances = (path: string) => parseNodes(path).map(({ x, y }) => Math.hypot(x - 100, y - 200));

test('draws a rosette as closed curves between its two radii', () => {
  const path = drawRosette(band);
  expect(path.match(/M/g)).toHaveLength(5);
  expect(path.match(/Z/g)).toHaveLength(5);
  expect(Math.min(...listDistances(path))).toBeCloseTo(40, 0);
  expect(Math.max(...listDistances(path))).toBeCloseTo(60, 0);
});

test('shifts each curve of a rosette, and closes it at its first point', () => {
  const curves = drawRosette(band).split('Z').filter(Boolean);
  expect(new Set(curves).size).toBe(5);
  for (const curve of curves) {
    const nodes = parseNodes(curve);
    expect(nodes.at(-1)).toEqual(nodes[0]);
  }
});

test('returns the same valid path each time', () => {
  expect(drawRosette(band)).toBe(drawRosette(band));
  for (const path of [drawRosette(band), drawScallop(band.centre, 80, 4, 30)])
    expect(path).toMatch(/^[MCZ\d\s.-]+$/);
});
