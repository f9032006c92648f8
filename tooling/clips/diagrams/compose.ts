/** Functions that compose a diagram from its parts, which are SVG. */

/** Parts that appear with this point and stay. */
export const from = (point: number, parts: readonly string[]): string =>
  `<g data-from="${point}">${parts.join('')}</g>`;

/** Parts that are shown only with these points. */
export const during = (first: number, last: number, parts: readonly string[]): string =>
  `<g data-from="${first}" data-to="${last}">${parts.join('')}</g>`;

/** Parts that are shown only with this point. */
export const only = (point: number, parts: readonly string[]): string => during(point, point, parts);

/** Draws each item and joins the results. */
export const each = <const T>(items: readonly T[], draw: (item: T, index: number) => string): string =>
  items.map(draw).join('');

/** Returns the numbers from 0 to count - 1. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
