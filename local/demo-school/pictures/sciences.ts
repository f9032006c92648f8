import type { Palette } from './palettes.ts';
import {
  arc,
  circle,
  curve,
  each,
  group,
  line,
  onCircle,
  path,
  polygon,
  polyline,
  rect,
  ring,
  stroke,
} from './shapes.ts';

const hexagon = (x: number, y: number, r: number, colour: string) =>
  polygon(
    Array.from({ length: 6 }, (_, i) => onCircle(x, y, r, i / 6)),
    'none',
    { stroke: colour, 'stroke-width': 5 },
  );

/** Draws a capsule and its molecules. */
export const medicines = ({ deep, main, shine, paper }: Palette) =>
  [
    [86, 92],
    [130, 168],
    [86, 244],
    [542, 68],
    [586, 144],
    [542, 220],
    [498, 296],
  ]
    .map(([x = 0, y = 0], i) => hexagon(x, y, 42, i % 3 === 1 ? main : deep))
    .join('') +
  group(
    { transform: 'rotate(-32 320 180)' },
    rect(166, 122, 308, 116, paper, { rx: 58 }),
    path('M320 122H224a58 58 0 0 0 0 116H320z', { fill: main }),
    rect(166, 122, 308, 116, 'none', { rx: 58, stroke: deep, 'stroke-width': 6 }),
    line(320, 122, 320, 238, deep, 6),
    line(224, 146, 296, 146, paper, 8, { opacity: 0.7 }),
    each(9, (i) => circle(352 + (i % 3) * 32, 154 + Math.floor(i / 3) * 26, 8, i % 2 ? shine : deep)),
  );

/** Draws a balance. */
export const pharmacist = ({ deep, main, shine, paper }: Palette) =>
  rect(0, 306, 640, 54, main) +
  rect(310, 86, 20, 226, deep) +
  rect(244, 294, 152, 18, deep, { rx: 9 }) +
  line(140, 100, 500, 100, deep, 12) +
  circle(320, 100, 24, shine) +
  [140, 500]
    .map(
      (x, side) =>
        polyline(
          [
            [x - 66, 208],
            [x, 104],
            [x + 66, 208],
          ],
          deep,
          4,
        ) +
        path(`M${x - 78} 208h156a78 56 0 0 1 -156 0z`, { fill: side ? deep : main }) +
        each(5, (i) =>
          circle(x - 44 + i * 22, 196 - (i % 2) * 16, 11, side ? shine : paper, {
            stroke: deep,
            'stroke-width': 3,
          }),
        ),
    )
    .join('');

/** Draws a plant with two leaves that differ from the others, and a flower. */
export const plants = ({ deep, main, shine, paper }: Palette) =>
  rect(150, 26, 340, 308, paper, { rx: 6 }) +
  stroke('M320 322V62', deep, 7) +
  each(4, (i) => {
    const y = 286 - i * 58;
    const size = 104 - i * 16;
    const leaf = (side: number, fill: string) =>
      path(
        `M320 ${y}q${side * size * 0.3} ${-size * 0.7} ${side * size} ${-size * 0.55}q${-side * size * 0.25} ${size * 0.6} ${-side * size} ${size * 0.55}z`,
        { fill },
      ) + line(320, y, 320 + side * size * 0.62, y - size * 0.36, paper, 2.5);
    return leaf(-1, i === 2 ? main : shine) + leaf(1, i === 1 ? deep : shine);
  }) +
  circle(320, 60, 24, main) +
  each(8, (i) => circle(...onCircle(320, 60, 31, i / 8), 9, main)) +
  circle(320, 60, 12, paper) +
  rect(360, 300, 110, 5, deep) +
  rect(360, 312, 74, 5, deep);

/** Draws a curve with its area and a tangent. */
export const calculus = ({ deep, main, shine, paper }: Palette) => {
  const f = (x: number) => 300 - 0.00115 * (x - 60) ** 2 + 0.0000006 * (x - 60) ** 3;
  const slope = (f(401) - f(399)) / 2;
  return (
    each(12, (i) =>
      rect(82 + i * 40, f(100 + i * 40), 36, 306 - f(100 + i * 40), i % 2 ? main : paper, { opacity: 0.9 }),
    ) +
    line(60, 306, 610, 306, deep, 5) +
    line(60, 306, 60, 30, deep, 5) +
    polyline(curve(60, 600, 10, f), deep, 8) +
    line(250, f(400) - 150 * slope, 560, f(400) + 160 * slope, shine, 7) +
    circle(400, f(400), 14, shine, { stroke: deep, 'stroke-width': 5 })
  );
};

/** Draws a Galton board. */
export const chance = ({ deep, main, shine, paper }: Palette) => {
  const columns = [1, 2, 4, 6, 7, 6, 4, 2, 1];
  return (
    each(7, (row) => each(row + 1, (i) => circle(320 + (i - row / 2) * 40, 30 + row * 22, 4.5, deep))) +
    columns
      .map((height, column) =>
        each(height, (i) => {
          const isHighest = i === height - 1 && column === 4;
          const fill = (column + i) % 3 ? main : paper;
          return circle(320 + (column - 4) * 40, 322 - i * 23, 11, isHighest ? shine : fill, {
            stroke: deep,
            'stroke-width': 2,
          });
        }),
      )
      .join('') +
    each(10, (i) => line(140 + i * 40, 338, 140 + i * 40, 214, deep, 3)) +
    line(120, 338, 520, 338, deep, 6) +
    [
      [92, 96, -12],
      [548, 104, 14],
    ]
      .map(([x = 0, y = 0, turn = 0]) =>
        group(
          { transform: `rotate(${turn} ${x} ${y})` },
          rect(x - 46, y - 46, 92, 92, deep, { rx: 16 }),
          each(5, (i) =>
            circle(
              x + ([-24, 24, 0, -24, 24][i] ?? 0),
              y + ([-24, -24, 0, 24, 24][i] ?? 0),
              8,
              i === 2 ? shine : paper,
            ),
          ),
        ),
      )
      .join('')
  );
};

/** Draws a torus. */
export const shapes = ({ deep, main, shine, paper }: Palette) =>
  circle(320, 180, 164, paper) +
  each(28, (i) => {
    const turn = i / 28;
    const [x, y] = onCircle(320, 180, 104, turn);
    const isHighlighted = i === 9;
    const colour = i % 2 ? main : deep;
    return `<ellipse cx="${Math.round(x)}" cy="${Math.round(180 + (y - 180) * 0.62)}" rx="58" ry="46" fill="none" stroke="${isHighlighted ? shine : colour}" stroke-width="${isHighlighted ? 6 : 2}"/>`;
  }) +
  `<ellipse cx="320" cy="180" rx="46" ry="16" fill="${deep}"/>`;

/** Draws Newton's cradle. */
export const physics = ({ main, shine, paper }: Palette) =>
  rect(110, 44, 420, 12, paper, { rx: 6 }) +
  rect(110, 44, 12, 282, paper, { rx: 6 }) +
  rect(518, 44, 12, 282, paper, { rx: 6 }) +
  rect(70, 318, 500, 14, main, { rx: 7 }) +
  each(
    4,
    (i) =>
      line(276 + i * 56, 56, 276 + i * 56, 214, paper, 2.5) +
      circle(276 + i * 56, 240, 27, i % 2 ? paper : main),
  ) +
  line(220, 56, 132, 176, paper, 2.5) +
  circle(116, 198, 27, shine) +
  each(3, (i) =>
    stroke(arc(220, 56, 176, 0.515 + i * 0.024, 0.53 + i * 0.024), shine, 4, { opacity: 0.3 + i * 0.2 }),
  );

/** Draws a prism. */
export const light = ({ main, paper }: Palette) => {
  const colours = ['#F25F5C', '#F79256', '#FFD166', '#70C18A', '#4EA5D9', '#9B72CF'];
  return (
    each(40, (i) =>
      circle((i * i * 37 + i * 211) % 640, (i * i * 53 + i * 29) % 360, (i % 3) * 0.6 + 0.8, paper, {
        opacity: 0.6,
      }),
    ) +
    line(-10, 236, 262, 192, paper, 9) +
    colours
      .map((colour, i) =>
        polygon(
          [
            [362, 168 + i * 6],
            [660, 90 + i * 44],
            [660, 134 + i * 44],
            [362, 174 + i * 6],
          ],
          colour,
        ),
      )
      .join('') +
    polygon(
      [
        [310, 58],
        [446, 290],
        [174, 290],
      ],
      main,
      { opacity: 0.55, stroke: paper, 'stroke-width': 6, 'stroke-linejoin': 'round' },
    ) +
    polygon(
      [
        [262, 192],
        [362, 168],
        [362, 204],
      ],
      paper,
      { opacity: 0.8 },
    )
  );
};

/** Draws a double slit with its interference pattern. */
export const quantum = ({ main, shine, paper }: Palette) =>
  [120, 240]
    .map((y) => each(11, (i) => ring(150, y, 18 + i * 32, main, 3.5, { opacity: 0.95 - i * 0.07 })))
    .join('') +
  rect(0, 0, 150, 360, '#0B1026') +
  [
    [0, 106],
    [134, 92],
    [254, 106],
  ]
    .map(([y = 0, height = 0]) => rect(142, y, 14, height, paper))
    .join('') +
  rect(540, 0, 100, 360, '#0B1026') +
  each(17, (i) => {
    const y = 20 + i * 20;
    const strength = Math.cos(((y - 180) / 46) * Math.PI) ** 2 * Math.exp(-(((y - 180) / 150) ** 2));
    return rect(548, y - 7, 10 + strength * 74, 14, shine, { opacity: 0.25 + strength * 0.75, rx: 7 });
  }) +
  circle(64, 180, 20, shine);
