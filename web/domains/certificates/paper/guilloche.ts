/**
 * Guilloches, as the rose engine draws them: closed curves around a centre whose distance from it swings. Several of them,
 * each turned on by a part of one swing, weave a band that is hard to draw by hand.
 */
type Point = { x: number; y: number };

const short = (value: number) => String(Math.round(value * 10) / 10);
const at = ({ x, y }: Point) => `${short(x)} ${short(y)}`;

/** A smooth closed path through the points (Catmull and Rom's spline as cubic Bézier curves). */
const closedPath = (points: readonly Point[]): string => {
  const point = (index: number): Point => points[(index + points.length) % points.length] ?? { x: 0, y: 0 };
  const pulled = (from: Point, before: Point, after: Point, by: number): Point => ({
    x: from.x + ((after.x - before.x) / 6) * by,
    y: from.y + ((after.y - before.y) / 6) * by,
  });
  const curves = points.map((from, index) => {
    const to = point(index + 1);
    const first = pulled(from, point(index - 1), to, 1);
    const second = pulled(to, from, point(index + 2), -1);
    return `C${at(first)} ${at(second)} ${at(to)}`;
  });
  return `M${at(point(0))}${curves.join('')}Z`;
};

export type Band = {
  centre: Point;
  /** The curves swing between these two distances from the centre. */
  inner: number;
  outer: number;
  /** Swings in a turn. */
  petals: number;
  curves: number;
};

const stepsOfASwing = 10;

/** The path of a woven ring. */
export const rosette = ({ centre, inner, outer, petals, curves }: Band): string => {
  const middle = (inner + outer) / 2;
  const swing = (outer - inner) / 2;
  const steps = petals * stepsOfASwing;
  const curve = (shift: number) =>
    closedPath(
      Array.from({ length: steps }, (_, step) => {
        const angle = (step / steps) * 2 * Math.PI;
        const distance = middle + swing * Math.cos(petals * angle + shift);
        return { x: centre.x + distance * Math.cos(angle), y: centre.y + distance * Math.sin(angle) };
      }),
    );
  return Array.from({ length: curves }, (_, index) => curve((index / curves) * 2 * Math.PI)).join('');
};

/** The outline of a seal: a disc whose edge is waved. */
export const scallop = (centre: Point, radius: number, depth: number, waves: number): string =>
  rosette({ centre, inner: radius - depth, outer: radius, petals: waves, curves: 1 });
