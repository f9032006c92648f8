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

/** Draws nested blocks. */
export const programs = ({ deep, main, shine, paper }: Palette) =>
  each(7, (i) =>
    rect(60 + i * 31, 30 + i * 21, 520 - i * 62, 300 - i * 42, [deep, main, paper][i % 3] ?? deep, {
      rx: 22 - i * 2,
    }),
  ) + circle(314, 177, 12, shine);

/** Draws a balanced tree with a highlighted path. */
export const dataStructures = ({ deep, main, shine, paper }: Palette) => {
  const positionOf = (level: number, index: number): [number, number] => [
    (640 / 2 ** level) * (index + 0.5),
    54 + level * 84,
  ];
  /** The index of the highlighted node on each level. */
  const highlighted = [0, 1, 2, 5];
  const nodes = (draw: (level: number, index: number, isHighlighted: boolean) => string) =>
    each(4, (level) => each(2 ** level, (index) => draw(level, index, highlighted[level] === index)));
  return (
    nodes((level, index, isHighlighted) => {
      if (level === 0) return '';
      const [x, y] = positionOf(level, index);
      const [px, py] = positionOf(level - 1, index >> 1);
      return line(px, py, x, y, isHighlighted ? shine : main, isHighlighted ? 7 : 3);
    }) +
    nodes((level, index, isHighlighted) => {
      const [x, y] = positionOf(level, index);
      const fill = level === 3 ? paper : deep;
      return circle(x, y, 30 - level * 5, isHighlighted ? shine : fill, {
        stroke: deep,
        'stroke-width': 4,
      });
    })
  );
};

/** Draws database cylinders and a log. */
export const databases = ({ deep, main, shine, paper }: Palette) =>
  each(3, (i) => {
    const y = 196 - i * 62;
    return (
      path(`M200 ${y}v46a120 26 0 0 0 240 0v-46z`, { fill: [deep, main, deep][i] ?? deep }) +
      path(`M200 ${y}a120 26 0 0 1 240 0a120 26 0 0 1 -240 0z`, {
        fill: i === 2 ? paper : main,
        stroke: deep,
        'stroke-width': 4,
      })
    );
  }) +
  each(14, (i) => {
    const fill = i % 4 === 2 ? main : deep;
    return rect(38 + i * 41, 306, 31, 26, i === 13 ? shine : fill, { rx: 4 });
  });

/** Draws a neural network with a highlighted output. */
export const learning = ({ deep, main, shine, paper }: Palette) => {
  const layers = [5, 7, 6, 3];
  const at = (layer: number, index: number): [number, number] => [
    92 + layer * 152,
    180 + (index - ((layers[layer] ?? 1) - 1) / 2) * 46,
  ];
  const wires = each(3, (layer) =>
    each(layers[layer] ?? 0, (from) =>
      each(layers[layer + 1] ?? 0, (to) => {
        const isStrong = (from * 7 + to * 5 + layer * 3) % 6 === 0;
        const [x1, y1] = at(layer, from);
        const [x2, y2] = at(layer + 1, to);
        return line(
          x1,
          y1,
          x2,
          y2,
          isStrong ? main : deep,
          isStrong ? 3.5 : 1,
          isStrong ? {} : { opacity: 0.35 },
        );
      }),
    ),
  );
  const nodes = each(4, (layer) =>
    each(layers[layer] ?? 0, (index) => {
      const [x, y] = at(layer, index);
      const isChosen = layer === 3 && index === 1;
      const fill = layer === 0 ? paper : deep;
      return circle(x, y, isChosen ? 24 : 15, isChosen ? shine : fill, {
        stroke: deep,
        'stroke-width': 3,
      });
    }),
  );
  return wires + nodes;
};

/** Draws a lamp, a wire and a resistor. */
export const circuits = ({ deep, main, shine, paper }: Palette) =>
  rect(0, 286, 640, 74, main) +
  stroke('M120 286V150H220l12-24 22 48 22-48 22 48 22-48 22 48 12-24H470V250', deep, 7) +
  each(12, (i) => {
    const [x1, y1] = onCircle(470, 128, 92, i / 12);
    const [x2, y2] = onCircle(470, 128, i % 2 ? 112 : 124, i / 12);
    return line(x1, y1, x2, y2, main, 6);
  }) +
  circle(470, 128, 74, shine) +
  stroke('M446 140l14-26 10 26 10-26 14 26', deep, 5) +
  rect(444, 196, 52, 60, deep, { rx: 8 }) +
  each(3, (i) => line(448, 210 + i * 15, 492, 210 + i * 15, paper, 3)) +
  rect(84, 224, 72, 92, deep, { rx: 8 }) +
  rect(84, 224, 72, 30, shine, { rx: 8 }) +
  line(110, 239, 130, 239, deep, 5);

/** Draws an island with wind turbines and houses. */
export const island = ({ deep, main, shine, paper }: Palette) => {
  const turbine = (x: number, y: number, size: number, turn: number) =>
    line(x, y, x, y + size * 1.7, deep, 6) +
    each(3, (i) => line(x, y, ...onCircle(x, y, size, turn + i / 3), paper, 10)) +
    circle(x, y, 8, deep);
  return (
    circle(520, 96, 56, shine) +
    path('M60 290Q320 110 580 290z', { fill: main }) +
    turbine(230, 110, 66, 0.05) +
    turbine(330, 84, 74, 0.19) +
    turbine(426, 126, 58, 0.11) +
    each(
      5,
      (i) =>
        rect(196 + i * 54, 240 - (i % 2) * 12, 30, 36, paper) +
        rect(206 + i * 54, 252 - (i % 2) * 12, 10, 12, shine),
    ) +
    each(3, (i) =>
      path(`M-20 ${282 + i * 28}q40 -22 80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0V400H-20z`, {
        fill: '#2F6F8F',
        opacity: 0.55 + i * 0.22,
      }),
    )
  );
};

/** Draws a rotor between magnets. */
export const motors = ({ deep, main, shine, paper }: Palette) =>
  each(5, (i) => ring(320, 180, 128 + i * 38, main, 3, { opacity: 0.7 - i * 0.12 })) +
  circle(320, 180, 118, deep) +
  each(6, (i) =>
    stroke(arc(320, 180, 84, i / 6 + 0.02, i / 6 + 0.147), i % 2 ? paper : main, 40, {
      'stroke-linecap': 'butt',
    }),
  ) +
  circle(320, 180, 42, shine) +
  circle(320, 180, 13, deep) +
  rect(96, 120, 78, 120, main, { rx: 10 }) +
  rect(466, 120, 78, 120, deep, { rx: 10 }) +
  rect(96, 120, 78, 34, shine, { rx: 10 }) +
  rect(466, 120, 78, 34, paper, { rx: 10 });

/** Draws two waves, and a signal with a silence. */
export const signals = ({ deep, main, shine, paper }: Palette) => {
  const wave = (middle: number, height: number, length: number, shift: number) =>
    curve(-10, 650, 6, (x) => middle + height * Math.sin((x / length + shift) * 2 * Math.PI));
  const loudness = (x: number) => (x > 360 && x < 470 ? 0 : 1);
  return (
    polyline(wave(84, 26, 210, 0), main, 5) +
    polyline(wave(84, 14, 90, 0.3), paper, 5) +
    rect(0, 150, 640, 210, deep) +
    polyline(
      curve(
        -10,
        650,
        3,
        (x) => 255 + loudness(x) * (46 * Math.sin(x / 33) + 22 * Math.sin(x / 14) + 12 * Math.sin(x / 6)),
      ),
      shine,
      5,
    ) +
    each(33, (i) => line(i * 20, 340, i * 20, i % 4 ? 334 : 328, main, 2))
  );
};

/** Draws a chip with pins. */
export const chips = ({ deep, main, shine, paper }: Palette) => {
  const pins = each(9, (i) => {
    const x = 214 + i * 26;
    const y = 74 + i * 26;
    return rect(x - 6, 28, 12, 304, main) + (i > 0 ? rect(168, y - 6, 304, 12, main) : '');
  });
  const block = (x: number, y: number, width: number, height: number, fill: string) =>
    rect(x, y, width, height, fill, { rx: 3 });
  return (
    pins +
    rect(190, 50, 260, 260, deep, { rx: 14 }) +
    group(
      {},
      block(214, 74, 92, 60, main) +
        block(316, 74, 40, 60, paper) +
        block(366, 74, 60, 28, main) +
        block(366, 112, 60, 22, shine),
      block(214, 146, 44, 140, paper) + block(268, 146, 104, 70, main) + block(382, 146, 44, 70, main),
      block(268, 228, 50, 58, shine) + block(328, 228, 98, 24, paper) + block(328, 262, 98, 24, main),
    ) +
    each(5, (i) => line(276, 160 + i * 11, 364, 160 + i * 11, deep, 2)) +
    polygon(
      [
        [190, 64],
        [190, 50],
        [204, 50],
      ],
      shine,
    )
  );
};
