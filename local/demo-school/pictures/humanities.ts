import type { Palette } from './palettes.ts';
import {
  arc,
  circle,
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

/** Draws a spreadsheet with a checked cell. */
export const spreadsheet = ({ deep, main, shine, paper }: Palette) => {
  const heights = [1, 2, 2, 3, 2, 4, 5];
  return (
    rect(70, 36, 500, 288, paper, { rx: 10 }) +
    rect(70, 36, 500, 44, deep, { rx: 10 }) +
    heights
      .map((height, column) =>
        each(height, (i) => {
          const isChecked = column === 6 && i === 4;
          const fill = (column + i) % 2 ? main : deep;
          return rect(88 + column * 68, 288 - i * 40, 56, 30, isChecked ? shine : fill, { rx: 4 });
        }),
      )
      .join('') +
    each(5, (i) => line(78, 92 + i * 40, 562, 92 + i * 40, deep, 1, { opacity: 0.25 })) +
    each(3, (i) => circle(96 + i * 22, 58, 6, i ? main : shine)) +
    stroke('M506 142l10 10 20 -22', deep, 6)
  );
};

/** Draws a listener. */
export const listening = ({ deep, main, shine, paper }: Palette) =>
  each(6, (i) =>
    stroke(arc(470, 180, 96 + i * 46, 0.62, 0.88), i % 2 ? main : deep, 12, { opacity: 1 - i * 0.13 }),
  ) +
  circle(470, 180, 62, shine) +
  circle(470, 180, 24, deep) +
  circle(120, 180, 26, paper, { stroke: deep, 'stroke-width': 6 });

/** Draws five people at a table, from above. */
export const firms = ({ deep, main, shine, paper }: Palette) =>
  circle(320, 180, 168, paper, { opacity: 0.7 }) +
  circle(320, 180, 92, deep) +
  circle(320, 180, 74, main) +
  each(5, (i) => {
    const [x, y] = onCircle(320, 180, 132, i / 5);
    const [px, py] = onCircle(320, 180, 58, i / 5);
    return (
      circle(x, y, 34, i === 1 ? shine : deep) +
      circle(x, y, 18, i === 1 ? deep : paper) +
      group(
        { transform: `rotate(${i * 72} ${Math.round(px)} ${Math.round(py)})` },
        rect(px - 13, py - 9, 26, 18, paper, { rx: 2 }),
      )
    );
  }) +
  circle(320, 180, 12, shine);

/** Draws a ship's hull with portholes. */
export const ship = ({ deep, main, shine, paper }: Palette) =>
  circle(520, 84, 44, main, { opacity: 0.5 }) +
  rect(314, 34, 12, 150, deep) +
  path('M304 46v124H196q84 -34 108 -124z', { fill: paper }) +
  path('M338 40q100 44 118 130H338z', { fill: main }) +
  path('M110 180h420q-20 116 -120 128H230q-100 -12 -120 -128z', { fill: deep }) +
  each(
    9,
    (i) =>
      circle(166 + i * 38.5, 218, 11, i === 6 ? shine : paper) +
      (i > 0 && i < 8 ? circle(166 + i * 38.5, 258, 8, i === 2 ? shine : main) : ''),
  ) +
  each(2, (i) =>
    path(`M-20 ${296 + i * 26}q40 -20 80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0V400H-20z`, {
      fill: shine,
      opacity: 0.75 + i * 0.25,
    }),
  );

/** Draws a town behind its wall. */
export const city = ({ deep, main, shine, paper }: Palette) => {
  const houses = [70, 120, 94, 152, 110, 172, 128, 100, 142, 84];
  return (
    circle(320, 210, 150, paper) +
    houses
      .map((height, i) => {
        const x = 132 + i * 38;
        return (
          rect(x, 262 - height, 34, height, [deep, main, shine][i % 3] ?? deep) +
          (i % 2
            ? polygon(
                [
                  [x - 3, 262 - height],
                  [x + 17, 240 - height],
                  [x + 37, 262 - height],
                ],
                deep,
              )
            : '') +
          rect(x + 12, 276 - height, 10, 14, paper)
        );
      })
      .join('') +
    rect(64, 236, 512, 98, deep) +
    each(13, (i) => rect(64 + i * 40.6, 218, 24, 22, deep)) +
    [64, 512]
      .map(
        (x) =>
          rect(x, 176, 64, 158, deep) +
          each(3, (i) => rect(x + i * 24, 160, 16, 20, deep)) +
          rect(x + 25, 210, 14, 34, main),
      )
      .join('') +
    path('M276 334v-42a44 44 0 0 1 88 0v42z', { fill: paper })
  );
};

/** Draws a page with struck-out lines. */
export const english = ({ deep, main, shine, paper }: Palette) => {
  const lineLengths = [224, 196, 210, 150, 224, 180, 206, 132, 90];
  /** The index of the line that is not struck out. */
  const kept = 3;
  const drawLine = (length: number, i: number) => {
    const y = 58 + i * 29;
    return rect(208, y, length, 10, i === kept ? main : deep, { rx: 5, opacity: i === kept ? 1 : 0.18 });
  };
  const strikeOut = (length: number, i: number) => {
    const y = 63 + i * 29;
    return i === kept ? '' : line(204, y, 208 + length + 6, y, main, 2.5, { opacity: 0.55 });
  };
  return (
    rect(176, 22, 288, 316, paper, { rx: 4 }) +
    lineLengths.map(drawLine).join('') +
    lineLengths.map(strikeOut).join('') +
    group(
      { transform: 'rotate(38 520 210)' },
      rect(508, 84, 26, 196, shine),
      rect(508, 84, 26, 26, main),
      polygon(
        [
          [508, 280],
          [534, 280],
          [521, 316],
        ],
        paper,
      ),
      polygon(
        [
          [516, 302],
          [526, 302],
          [521, 316],
        ],
        deep,
      ),
    ) +
    circle(108, 100, 40, main) +
    path('M148 100q0 66 -54 84q26 -30 18 -50z', { fill: main })
  );
};

/** Draws a book with houses. */
export const novels = ({ deep, main, shine, paper }: Palette) =>
  each(8, (i) => {
    const x = 76 + i * 62;
    const height = [92, 130, 108, 154, 144, 98, 138, 110][i] ?? 100;
    const wall = [deep, main, shine][i % 3] ?? deep;
    return (
      rect(x, 232 - height, 52, height + 40, wall) +
      polygon(
        [
          [x - 5, 232 - height],
          [x + 26, 204 - height],
          [x + 57, 232 - height],
        ],
        deep,
      ) +
      each(4, (w) =>
        rect(
          x + 10 + (w % 2) * 20,
          248 - height + Math.floor(w / 2) * 30,
          12,
          16,
          (w + i) % 5 === 0 ? shine : paper,
          wall === shine ? { stroke: deep, 'stroke-width': 1.5 } : {},
        ),
      )
    );
  }) +
  path('M320 332Q200 262 40 286V226Q200 206 320 272Q440 206 600 226V286Q440 262 320 332z', {
    fill: paper,
    stroke: deep,
    'stroke-width': 6,
    'stroke-linejoin': 'round',
  }) +
  line(320, 272, 320, 332, deep, 5) +
  each(
    3,
    (i) =>
      stroke(`M70 ${246 + i * 13}Q200 ${226 + i * 15} 296 ${280 + i * 13}`, deep, 2, { opacity: 0.35 }) +
      stroke(`M570 ${246 + i * 13}Q440 ${226 + i * 15} 344 ${280 + i * 13}`, deep, 2, { opacity: 0.35 }),
  );

/** Draws three sealed envelopes. */
export const letters = ({ deep, main, shine, paper }: Palette) => {
  const envelope = (x: number, y: number, turn: number, fill: string, flap: string, seal: string) =>
    group(
      { transform: `rotate(${turn} ${x + 130} ${y + 82})` },
      rect(x, y, 260, 164, fill, { rx: 8, stroke: deep, 'stroke-width': 5 }),
      polyline(
        [
          [x, y + 160],
          [x + 104, y + 84],
          [x + 156, y + 84],
          [x + 260, y + 160],
        ],
        deep,
        3,
      ),
      polygon(
        [
          [x + 2, y + 4],
          [x + 258, y + 4],
          [x + 130, y + 104],
        ],
        flap,
        { stroke: deep, 'stroke-width': 5, 'stroke-linejoin': 'round' },
      ),
      circle(x + 130, y + 96, 20, seal),
    );
  return (
    envelope(66, 70, -14, main, main, paper) +
    envelope(316, 60, 11, shine, shine, deep) +
    envelope(192, 132, -3, paper, paper, main)
  );
};

/** Draws a labyrinth with a path. */
export const memory = ({ deep, main, shine }: Palette) =>
  [0.1, 0.62, 0.33, 0.87, 0.5, 0.2]
    .map((gap, i) =>
      stroke(
        arc(320, 180, 164 - i * 24, gap + 0.035 + i * 0.008, gap + 0.965 - i * 0.008),
        i % 2 ? main : deep,
        11,
      ),
    )
    .join('') +
  circle(320, 180, 17, shine) +
  each(3, (i) => circle(...onCircle(320, 180, 188 + i * 26, 0.1), 8 - i, shine, { opacity: 0.9 - i * 0.25 }));

/** Draws a crowd with one person facing the other way. */
export const company = ({ deep, main, shine, paper }: Palette) =>
  each(40, (i) => {
    const x = 54 + (i % 10) * 59;
    const y = 56 + Math.floor(i / 10) * 82;
    const isTurned = i === 26;
    const fill = (i * 7) % 4 === 0 ? deep : main;
    return (
      circle(x, y, 23, isTurned ? shine : fill) +
      circle(x + (isTurned ? -9 : 9), y - 5, 5, isTurned ? deep : paper)
    );
  }) + ring(54 + 6 * 59, 56 + 2 * 82, 33, deep, 3);
