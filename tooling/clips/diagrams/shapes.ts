/**
 * Short functions that return SVG for diagrams of 600 × 440. Colours are classes of the slides' style sheet: `ink`, `muted`,
 * `accent`, `gold`, `soft` (a light tint), `paper`, `hair` (a light grey for thin lines), `none`.
 */

import { escapeMarkup } from '../escape-markup.ts';

type Colour = 'ink' | 'muted' | 'accent' | 'gold' | 'soft' | 'paper' | 'hair' | 'none';
export type XY = readonly [x: number, y: number];

const round = (value: number) => String(Math.round(value * 10) / 10);

/** How a shape is drawn. `colour` and `width` (in pixels) are those of its lines. */
type Stroke = { colour?: Colour; width?: number; dash?: boolean; fill?: Colour };
/** Returns the attributes of a shape that is drawn in this way. */
const stroke = ({ colour = 'ink', width = 3, dash = false, fill = 'none' }: Stroke) =>
  `class="s-${colour} f-${fill}" stroke-width="${width}"${dash ? ' stroke-dasharray="7 7"' : ''}`;

/** How a text is drawn. */
type Words = {
  /** The font size in pixels. */
  size?: number;
  colour?: Colour;
  anchor?: 'start' | 'middle' | 'end';
  bold?: boolean;
  serif?: boolean;
  italic?: boolean;
  /** The rotation in degrees, clockwise. */
  turn?: number;
};

/** Draws one line of text, vertically centred at `y`. */
export const words = (text: string, [x, y]: XY, look: Words = {}): string => {
  const { size = 20, colour = 'ink', anchor = 'middle', bold, serif, italic, turn } = look;
  const style = `${bold ? 'font-weight:650;' : ''}${serif ? 'font-family:serif-face;' : ''}${italic ? 'font-style:italic;' : ''}`;
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}" dominant-baseline="central" class="f-${colour} s-none"${
    style ? ` style="${style}"` : ''
  }${turn === undefined ? '' : ` transform="rotate(${turn} ${round(x)} ${round(y)})"`}>${escapeMarkup(text)}</text>`;
};

/** Draws a line between two points. */
export const line = (a: XY, b: XY, look: Stroke = {}): string =>
  `<line x1="${round(a[0])}" y1="${round(a[1])}" x2="${round(b[0])}" y2="${round(b[1])}" ${stroke(look)}/>`;

/** Draws a line with an arrowhead at its end. */
export const arrow = (a: XY, b: XY, look: Stroke = {}): string => {
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const size = 7 + (look.width ?? 3) * 2;
  const side = (turn: number): XY => [
    b[0] - size * Math.cos(angle + turn),
    b[1] - size * Math.sin(angle + turn),
  ];
  return line(a, b, look) + path([side(0.45), b, side(-0.45)], { ...look, dash: false });
};

const parsePoints = (points: string): XY[] =>
  points.split(' ').map((point) => {
    const [x, y] = point.split(',').map(Number);
    if (x === undefined || y === undefined)
      throw new Error(`These are not the coordinates of points: ${points}`);
    return [x, y];
  });

/** Draws straight lines between points. Points that are not computed may be written as in SVG: `'0,0 20,50 80,50'`. */
export const path = (points: readonly XY[] | string, look: Stroke & { closed?: boolean } = {}): string => {
  const corners = typeof points === 'string' ? parsePoints(points) : points;
  const d = corners.map(([x, y]) => `${round(x)} ${round(y)}`).join('L');
  return `<path d="M${d}${look.closed ? 'Z' : ''}" ${stroke(look)}/>`;
};

/** Draws the graph of a function that maps x to y, in pixels of the diagram. */
export const graph = (f: (x: number) => number, first: number, last: number, look: Stroke = {}): string => {
  const steps = 80;
  const xs = Array.from({ length: steps + 1 }, (_, at) => first + ((last - first) * at) / steps);
  return path(
    xs.map((x) => [x, f(x)]),
    { colour: 'accent', width: 4, ...look },
  );
};

/** Draws a rectangle. The first argument is its upper left corner; `round` is the radius of its corners. */
export const box = (
  [x, y]: XY,
  width: number,
  height: number,
  look: Stroke & { round?: number } = {},
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${look.round ?? 10}" ${stroke({ width: 2.5, ...look })}/>`;

/** Draws a filled circle. */
export const dot = ([x, y]: XY, radius = 7, look: Stroke = {}): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" ${stroke({ colour: 'none', fill: 'accent', ...look })}/>`;

/** Draws the outline of a circle. */
export const ring = (at: XY, radius: number, look: Stroke = {}): string =>
  dot(at, radius, { colour: 'ink', fill: 'none', ...look });

/** Draws a box with a centred text. */
export const labelled = (
  text: string,
  at: XY,
  width: number,
  height: number,
  look: Stroke & { text?: Words } = {},
): string =>
  box(at, width, height, { colour: 'accent', fill: 'soft', ...look }) +
  words(text, [at[0] + width / 2, at[1] + height / 2], { bold: true, ...look.text });

/** Draws a horizontal and a vertical axis, which meet at `origin`, with their labels. */
export const axes = (origin: XY, width: number, height: number, across: string, up: string): string =>
  arrow(origin, [origin[0] + width, origin[1]], { width: 2.5, colour: 'muted' }) +
  arrow(origin, [origin[0], origin[1] - height], { width: 2.5, colour: 'muted' }) +
  words(across, [origin[0] + width, origin[1] + 26], { anchor: 'end', colour: 'muted', size: 18 }) +
  words(up, [origin[0] - 4, origin[1] - height - 20], { anchor: 'start', colour: 'muted', size: 18 });
