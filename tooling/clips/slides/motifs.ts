import type { CourseCode } from '#contract/schemas/courses.ts';
import { each, range } from '../diagrams/compose.ts';
import { dot, graph, line, path, ring } from '../diagrams/shapes.ts';

const pointsOnCircle = (count: number, radius: number, [x, y]: readonly [number, number], start = 0) =>
  range(count).map((at) => {
    const angle = start + (at / count) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });

const hexagon = (x: number, y: number) =>
  path(pointsOnCircle(6, 74, [x, y], Math.PI / 6), { closed: true, colour: 'paper' });

/** Returns a pseudo-random number from 0 to 1, always the same for the same `at`. */
const pseudoRandom = (at: number) => ((at * 7_919 + 104_729) % 997) / 997;

/** The line drawing behind the title cards of a department, 600 × 720 pixels at the right. */
export const motifs: Record<CourseCode, string> = {
  // Bits.
  CSE: each(range(63), (at) => {
    const position = [130 + (at % 7) * 76, 52 + Math.floor(at / 7) * 76] as const;
    return pseudoRandom(at) > 0.5
      ? dot(position, 22, { fill: 'paper' })
      : ring(position, 20, { colour: 'paper', width: 4 });
  }),
  // Conductors and their joints.
  EEE: each(range(11), (at) => {
    const x = 40 + at * 54;
    const bend = 90 + pseudoRandom(at * 3) * 480;
    const to = x + (at % 2 === 0 ? 108 : -54);
    return (
      path(
        [
          [x, -10],
          [x, bend],
          [to, bend + Math.abs(to - x)],
          [to, 730],
        ],
        { colour: 'paper', width: 4 },
      ) + dot([x, bend], 11, { fill: 'paper' })
    );
  }),
  // A bar chart with a trend line.
  BBA:
    each(range(9), (at) => {
      const height = 120 + at * 46 + pseudoRandom(at * 5) * 90;
      return path(
        [
          [40 + at * 62, 720],
          [40 + at * 62, 720 - height],
          [84 + at * 62, 720 - height],
          [84 + at * 62, 720],
        ],
        { colour: 'paper', width: 3 },
      );
    }) + graph((x) => 520 - x * 0.62 + 26 * Math.sin(x / 52), 20, 600, { colour: 'paper', width: 5 }),
  // Waves.
  ECE: each(range(9), (at) =>
    graph((x) => 90 + at * 68 + (12 + at * 5) * Math.sin(x / (64 - at * 5) + at), 0, 600, {
      colour: 'paper',
      width: 3,
    }),
  ),
  // Rings of a molecule.
  PHA:
    hexagon(170, 150) +
    hexagon(298, 150) +
    hexagon(234, 261) +
    hexagon(362, 261) +
    hexagon(298, 372) +
    hexagon(426, 372) +
    hexagon(362, 483) +
    hexagon(490, 483) +
    line([298, 557], [298, 650], { colour: 'paper' }) +
    dot([298, 664], 15, { fill: 'paper' }) +
    line([490, 298], [560, 258], { colour: 'paper' }) +
    dot([572, 250], 15, { fill: 'paper' }),
  // A curve and its tangents.
  MTH:
    graph((x) => 620 - ((x - 320) / 13) ** 2, 30, 610, { colour: 'paper', width: 6 }) +
    each(range(11), (at) => {
      const x = 45 + at * 55;
      const y = 620 - ((x - 320) / 13) ** 2;
      const slope = (-2 * (x - 320)) / 169;
      const reach = 330 / Math.hypot(1, slope);
      return line([x - reach, y - slope * reach], [x + reach, y + slope * reach], {
        colour: 'paper',
        width: 2,
      });
    }),
  // Orbits.
  PHY:
    dot([330, 350], 30, { fill: 'paper' }) +
    each(range(5), (at) => ring([330, 350], 86 + at * 62, { colour: 'paper', width: 2.5 })) +
    each(range(5), (at) =>
      dot(
        [330 + (86 + at * 62) * Math.cos(at * 2.1 - 0.6), 350 + (86 + at * 62) * Math.sin(at * 2.1 - 0.6)],
        12 + at * 2,
        { fill: 'paper' },
      ),
    ),
  // Rows of arches.
  HIS: each(range(3), (row) =>
    each(range(5 - row), (at) => {
      const width = 100 + row * 28;
      const x = 30 + at * (width + 14);
      const floor = 720 - row * 215;
      const arch = range(17).map((step) => {
        const angle = Math.PI - (step / 16) * Math.PI;
        return [
          x + width / 2 + (width / 2) * Math.cos(angle),
          floor - 130 - (width / 2) * Math.sin(angle),
        ] as const;
      });
      return path([[x, floor], ...arch, [x + width, floor]], { colour: 'paper' });
    }),
  ),
  // Lines of text.
  ENG: each(range(15), (at) =>
    line([60, 60 + at * 44], [(at % 5 === 4 ? 240 : 430) + pseudoRandom(at) * 130, 60 + at * 44], {
      colour: 'paper',
      width: 9,
    }),
  ),
  // Overlapping rings that create a moiré effect.
  PSY: each(
    range(5),
    (at) =>
      ring([280, 350], 60 + at * 62, { colour: 'paper', width: 5 }) +
      ring([340, 370], 60 + at * 62, { colour: 'paper', width: 5 }),
  ),
};
