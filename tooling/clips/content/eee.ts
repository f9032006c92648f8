import { during, each, from, only, range } from '../diagrams/compose.ts';
import { arrow, axes, box, dot, graph, line, path, ring, words, type XY } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './eee.json' with { type: 'json' };

/** Draws a resistor between two points at the same height: a line with a zigzag in the middle. */
const resistor = ([x, y]: XY, width: number, name: string): string => {
  const begin = x + (width - 84) / 2;
  const teeth = range(6).map((at): XY => [begin + 7 + at * 14, y + (at % 2 === 0 ? -15 : 15)]);
  return (
    path([[x, y], [begin, y], ...teeth, [begin + 84, y], [x + width, y]], { colour: 'accent' }) +
    words(name, [x + width / 2, y - 36], { bold: true, colour: 'accent' })
  );
};

/** Draws the symbol of a battery, centred at a point. */
const cell = ([x, y]: XY): string =>
  line([x - 26, y - 9], [x + 26, y - 9], { width: 4 }) + line([x - 13, y + 9], [x + 13, y + 9], { width: 7 });

const sine = (height: number, wavelength: number, middle: number) => (x: number) =>
  middle - height * Math.sin(((x - 60) / wavelength) * 2 * Math.PI);

export const eee = composeLessons(texts, {
  1: [
    from(1, [
      cell([80, 220]),
      line([80, 211], [80, 90]),
      line([80, 229], [80, 350]),
      words('12 V', [30, 184], { bold: true, size: 24 }),
    ]),
    from(2, [
      line([80, 90], [520, 90]),
      line([520, 90], [520, 350]),
      line([520, 350], [80, 350]),
      arrow([230, 62], [370, 62], { colour: 'gold', width: 4 }),
      words('2 A', [300, 34], { bold: true, colour: 'gold', size: 24 }),
    ]),
    from(3, [
      box([478, 160], 84, 130, { colour: 'none', fill: 'paper' }),
      path('520,160 505,172 535,192 505,212 535,232 505,252 535,272 520,288', { colour: 'accent', width: 4 }),
      words('6 Ω', [448, 224], { bold: true, colour: 'accent', size: 24 }),
    ]),
    from(4, [words('12 V = 2 A × 6 Ω', [258, 222], { serif: true, size: 30 })]),
  ],
  2: [
    from(1, [
      resistor([60, 110], 240, '4 Ω'),
      resistor([300, 110], 240, '2 Ω'),
      arrow([40, 150], [150, 150], { colour: 'gold' }),
      words('same current', [225, 151], { colour: 'gold', size: 18 }),
    ]),
    from(2, [words('4 Ω + 2 Ω = 6 Ω', [430, 176], { serif: true, size: 26 })]),
    from(3, [
      line([60, 316], [130, 316]),
      line([470, 316], [540, 316]),
      line([130, 240], [130, 396]),
      line([470, 240], [470, 396]),
      resistor([130, 240], 340, '6 Ω'),
      resistor([130, 396], 340, '3 Ω'),
    ]),
    from(4, [
      words('1⁄6 + 1⁄3 = 1⁄2', [232, 304], { serif: true, size: 25 }),
      arrow([325, 304], [358, 304], { colour: 'muted' }),
      words('2 Ω', [408, 304], { serif: true, size: 32, colour: 'gold', bold: true }),
    ]),
  ],
  3: [
    from(1, [
      during(1, 3, [axes([60, 220], 500, 170, 'time', 'voltage'), graph(sine(120, 220, 220), 60, 500)]),
    ]),
    during(2, 3, [
      line([60, 372], [280, 372], { colour: 'muted' }),
      arrow([150, 372], [62, 372], { colour: 'muted' }),
      arrow([190, 372], [278, 372], { colour: 'muted' }),
      words('20 ms', [170, 400], { size: 20 }),
    ]),
    only(3, [
      line([60, 100], [540, 100], { colour: 'hair', dash: true, width: 2 }),
      words('peak 325 V', [545, 82], { anchor: 'end', size: 18, colour: 'muted' }),
      line([60, 135], [540, 135], { colour: 'gold', dash: true }),
      words('effective 230 V', [470, 156], { size: 19, colour: 'gold', bold: true }),
    ]),
    from(4, [
      box([190, 90], 220, 240, { colour: 'muted', width: 26, round: 16 }),
      each(range(7), (at) =>
        path(
          [
            [164, 150 + at * 18],
            [222, 142 + at * 18],
          ],
          { colour: 'accent', width: 6 },
        ),
      ),
      each(range(3), (at) =>
        path(
          [
            [378, 182 + at * 22],
            [436, 174 + at * 22],
          ],
          { colour: 'gold', width: 6 },
        ),
      ),
      words('many turns', [80, 210], { colour: 'accent', bold: true, size: 19 }),
      words('few turns', [520, 210], { colour: 'gold', bold: true, size: 19 }),
      words('high voltage', [80, 240], { size: 17, colour: 'muted' }),
      words('low voltage', [520, 240], { size: 17, colour: 'muted' }),
    ]),
  ],
  4: [
    only(1, [
      each(
        [60, 105, 150],
        (radius) =>
          ring([300, 210], radius, { colour: 'hair', width: 2.5 }) +
          arrow([300 + radius - 1, 220], [300 + radius, 200], { colour: 'muted', width: 2.5 }),
      ),
      dot([300, 210], 24),
      words('current towards you', [300, 400], { colour: 'muted', size: 18 }),
    ]),
    from(2, [
      box([40, 110], 110, 210, { colour: 'none', fill: 'accent' }),
      words('N', [95, 215], { size: 48, colour: 'paper', serif: true }),
      box([450, 110], 110, 210, { colour: 'none', fill: 'gold' }),
      words('S', [505, 215], { size: 48, colour: 'paper', serif: true }),
    ]),
    only(2, [
      each([160, 215, 270], (y) => arrow([168, y], [432, y], { colour: 'hair' })),
      dot([300, 215], 20),
      arrow([300, 190], [300, 90], { width: 5 }),
      words('force', [300, 66], { bold: true }),
    ]),
    from(3, [
      each([160, 215, 270], (y) => arrow([168, y], [432, y], { colour: 'hair' })),
      path('225,250 375,180', { width: 10, colour: 'muted' }),
      dot([225, 250], 17),
      ring([375, 180], 17, { fill: 'paper', colour: 'accent' }),
      path('366,171 384,189', { colour: 'accent' }),
      path('384,171 366,189', { colour: 'accent' }),
    ]),
    only(3, [
      arrow([225, 228], [225, 120], { width: 5 }),
      arrow([375, 202], [375, 310], { width: 5 }),
      words('it turns', [300, 390], { serif: true, italic: true, size: 28 }),
    ]),
    from(4, [
      path('375,180 410,140 420,92', { colour: 'ink', width: 4 }),
      arrow([418, 104], [421, 82], { width: 4 }),
      words('turned by hand', [300, 60], { size: 20 }),
      words('~ voltage', [300, 390], { serif: true, size: 32, colour: 'gold', bold: true }),
    ]),
  ],
  5: [
    from(1, [
      line([30, 120], [120, 120], { width: 4 }),
      box([120, 98], 90, 44, { colour: 'accent' }),
      line([120, 120], [210, 120], { colour: 'gold', width: 2.5 }),
      words('fuse', [165, 72], { bold: true, colour: 'accent' }),
      line([210, 120], [260, 120], { width: 4 }),
    ]),
    from(2, [
      dot([260, 120], 7, { fill: 'ink' }),
      line([260, 120], [322, 84], { width: 4 }),
      dot([330, 120], 7, { fill: 'ink' }),
      words('breaker', [298, 54], { bold: true, colour: 'accent' }),
      line([330, 120], [420, 120], { width: 4 }),
    ]),
    from(3, [
      box([420, 70], 150, 170, { colour: 'muted', fill: 'soft' }),
      words('machine', [495, 155], { bold: true }),
      line([495, 240], [495, 350], { colour: 'gold', width: 4 }),
      each(range(3), (at) =>
        line([465 + at * 10, 352 + at * 14], [525 - at * 10, 352 + at * 14], { colour: 'gold', width: 4 }),
      ),
      words('earth', [552, 320], { colour: 'gold', bold: true }),
    ]),
    from(4, [
      ring([165, 290], 92, { colour: 'accent', width: 12 }),
      arrow([40, 268], [292, 268], { width: 4 }),
      arrow([292, 312], [40, 312], { width: 4 }),
      words('out 2.00 A', [312, 262], { size: 19, anchor: 'start' }),
      words('back 1.97 A', [312, 314], { size: 19, anchor: 'start', colour: 'gold', bold: true }),
      words('RCD', [165, 410], { bold: true, colour: 'accent' }),
    ]),
  ],
});
