/** Functions that compose a diagram from its parts, which are SVG. */

/** Returns parts that appear with this point of the lesson and stay. */
export const from = (point: number, parts: readonly string[]): string =>
  `<g data-from="${point}">${parts.join('')}</g>`;

/** Returns parts that are shown from the first of these points to the last. */
export const during = (first: number, last: number, parts: readonly string[]): string =>
  `<g data-from="${first}" data-to="${last}">${parts.join('')}</g>`;

/** Returns parts that are shown only with this point. */
export const only = (point: number, parts: readonly string[]): string => during(point, point, parts);

/** Draws each item and joins the results. */
export const each = <const T>(items: readonly T[], draw: (item: T, index: number) => string): string =>
  items.map(draw).join('');

/** Returns the numbers from 0 to count - 1. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
