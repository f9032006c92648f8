/** Functions that return the parts of SVG pictures. */

/** Formats a number, rounded to one decimal. */
const format = (value: number) => String(Math.round(value * 10) / 10);

type Attributes = Record<string, string | number>;
const formatAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? format(value) : value}"`)
    .join('');

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  `<circle${formatAttributes({ cx, cy, r, fill, ...more })}/>`;

export const ring = (
  cx: number,
  cy: number,
  r: number,
  stroke: string,
  width: number,
  more: Attributes = {},
) => circle(cx, cy, r, 'none', { stroke, 'stroke-width': width, ...more });

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
) => `<rect${formatAttributes({ x, y, width, height, fill, ...more })}/>`;

export const path = (d: string, attributes: Attributes) => `<path${formatAttributes({ d, ...attributes })}/>`;

export const stroke = (d: string, colour: string, width: number, more: Attributes = {}) =>
  path(d, {
    ...{ fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-linecap': 'round' },
    ...{ 'stroke-linejoin': 'round', ...more },
  });

export const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  colour: string,
  width: number,
  more = {},
) => stroke(`M${format(x1)} ${format(y1)}L${format(x2)} ${format(y2)}`, colour, width, more);

export const polygon = (
  points: readonly (readonly [number, number])[],
  fill: string,
  more: Attributes = {},
) =>
  `<polygon${formatAttributes({ points: points.map(([x, y]) => `${format(x)},${format(y)}`).join(' '), fill, ...more })}/>`;

export const polyline = (points: readonly (readonly [number, number])[], colour: string, width: number) =>
  stroke(`M${points.map(([x, y]) => `${format(x)} ${format(y)}`).join('L')}`, colour, width);

export const group = (attributes: Attributes, ...pieces: readonly string[]) =>
  `<g${formatAttributes(attributes)}>${pieces.join('')}</g>`;

/** Returns the shapes for the numbers from 0 to count - 1. */
export const each = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

/** Returns a point on a circle. `turn` is its distance from the top, clockwise, as a fraction of a full turn. */
export const onCircle = (cx: number, cy: number, r: number, turn: number): [number, number] => [
  cx + r * Math.sin(turn * 2 * Math.PI),
  cy - r * Math.cos(turn * 2 * Math.PI),
];

/** Returns the path of an arc between two turns (see `onCircle`), for `stroke`. */
export const arc = (cx: number, cy: number, r: number, from: number, to: number): string => {
  const [x1, y1] = onCircle(cx, cy, r, from);
  const [x2, y2] = onCircle(cx, cy, r, to);
  return `M${format(x1)} ${format(y1)}A${format(r)} ${format(r)} 0 ${to - from > 0.5 ? 1 : 0} 1 ${format(x2)} ${format(y2)}`;
};

/** Returns points of the curve y = f(x). */
export const curve = (from: number, to: number, step: number, f: (x: number) => number): [number, number][] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => {
    const x = from + index * step;
    return [x, f(x)];
  });
