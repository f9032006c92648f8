/*
 * Guilloche patterns are closed curves around a centre. The distance of a curve from the centre oscillates. Several such curves,
 * each shifted by a fraction of one oscillation, form a woven band.
 */

type Point = { x: number; y: number };

const roundToOneDecimal = (value: number) => String(Math.round(value * 10) / 10);
const formatPoint = ({ x, y }: Point) => `${roundToOneDecimal(x)} ${roundToOneDecimal(y)}`;

/** Returns a smooth closed path through the points: a Catmull–Rom spline as cubic Bézier curves. */
const drawClosedPath = (points: readonly Point[]): string => {
  const getPoint = (index: number): Point =>
    points[(index + points.length) % points.length] ?? { x: 0, y: 0 };
  const getControlPoint = (from: Point, before: Point, after: Point, direction: 1 | -1): Point => ({
    x: from.x + ((after.x - before.x) / 6) * direction,
    y: from.y + ((after.y - before.y) / 6) * direction,
  });
  const curves = points.map((from, index) => {
    const to = getPoint(index + 1);
    const first = getControlPoint(from, getPoint(index - 1), to, 1);
    const second = getControlPoint(to, from, getPoint(index + 2), -1);
    return `C${formatPoint(first)} ${formatPoint(second)} ${formatPoint(to)}`;
  });
  return `M${formatPoint(getPoint(0))}${curves.join('')}Z`;
};

type Band = {
  centre: Point;
  /** The smallest and the largest distance from the centre. */
  inner: number;
  outer: number;
  /** The number of oscillations per turn. */
  petals: number;
  /** The number of curves. */
  curves: number;
};

const pointsPerPetal = 10;

/** Returns the path of all curves of a band. */
export const drawRosette = ({ centre, inner, outer, petals, curves }: Band): string => {
  const middle = (inner + outer) / 2;
  const amplitude = (outer - inner) / 2;
  const steps = petals * pointsPerPetal;
  const drawCurve = (shift: number) =>
    drawClosedPath(
      Array.from({ length: steps }, (_, step) => {
        const angle = (step / steps) * 2 * Math.PI;
        const distance = middle + amplitude * Math.cos(petals * angle + shift);
        return { x: centre.x + distance * Math.cos(angle), y: centre.y + distance * Math.sin(angle) };
      }),
    );
  return Array.from({ length: curves }, (_, index) => drawCurve((index / curves) * 2 * Math.PI)).join('');
};

/** Returns the path of a circle with a wavy edge. @param depth the depth of the waves, from `radius` towards the centre. */
export const drawScallop = (centre: Point, radius: number, depth: number, waves: number): string =>
  drawRosette({ centre, inner: radius - depth, outer: radius, petals: waves, curves: 1 });
