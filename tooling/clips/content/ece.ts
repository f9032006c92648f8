import { during, each, from, only, range } from '../diagrams/compose.ts';
import { arrow, axes, box, dot, graph, labelled, line, path, ring, words } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './ece.json' with { type: 'json' };

/** Returns a sine wave as a function from x to y. @param height the amplitude. @param shift the phase in radians. */
const wave =
  (middle: number, height: number, length: number, shift = 0) =>
  (x: number) =>
    middle - height * Math.sin(((x - 50) / length) * 2 * Math.PI + shift);

/** The truth table of AND and OR: a, b, a AND b, a OR b. */
const truthTable = [
  ['0', '0', '0', '0'],
  ['0', '1', '0', '1'],
  ['1', '0', '0', '1'],
  ['1', '1', '1', '1'],
] as const;

export const ece = composeLessons(texts, {
  1: [
    during(1, 2, [axes([50, 220], 520, 180, 'time', 'voltage'), graph(wave(220, 110, 240), 50, 515)]),
    only(2, [
      arrow([110, 220], [110, 114], { colour: 'gold' }),
      words('amplitude', [124, 88], { colour: 'gold', bold: true, size: 18 }),
      line([50, 366], [290, 366], { colour: 'gold' }),
      words('one swing', [170, 392], { colour: 'gold', bold: true, size: 18 }),
    ]),
    from(3, [
      graph(wave(90, 48, 240), 50, 550),
      graph(wave(90, 16, 80), 50, 550, { colour: 'gold', width: 3 }),
      words('+', [26, 90], { size: 28 }),
      graph((x) => wave(230, 48, 240)(x) + wave(0, 16, 80)(x), 50, 550, { colour: 'ink' }),
      words('=', [26, 230], { size: 28 }),
    ]),
    from(4, [
      line([60, 410], [540, 410], { colour: 'muted' }),
      each(
        [
          [120, 82, 'accent'],
          [280, 30, 'gold'],
          [440, 12, 'muted'],
        ],
        ([x, height, colour]) =>
          box([x - 14, 410 - height], 28, height, { colour: 'none', fill: colour, round: 3 }),
      ),
      words('frequency', [540, 388], { size: 17, colour: 'muted', anchor: 'end' }),
      words('spectrum', [60, 318], { size: 17, colour: 'muted', anchor: 'start' }),
    ]),
  ],
  2: [
    during(1, 2, [
      axes([50, 220], 520, 180, 'time', ''),
      graph(wave(220, 120, 250), 50, 514, { width: 3 }),
      each(range(17), (at) => {
        const x = 50 + at * 29;
        return (
          line([x, 220], [x, wave(220, 120, 250)(x)], { colour: 'gold', width: 2.5 }) +
          dot([x, wave(220, 120, 250)(x)], 7, { fill: 'gold' })
        );
      }),
    ]),
    only(2, [words('44,100 a second > 2 × 20,000', [310, 400], { serif: true, size: 27 })]),
    only(3, [
      graph(wave(220, 110, 62.5), 50, 550, { width: 2.5, colour: 'muted' }),
      each(range(8), (at) => {
        const x = 50 + 8 + at * 70;
        return dot([x, wave(220, 110, 62.5)(x)], 9, { fill: 'gold' });
      }),
      // The alias: a slower wave with the same values at the samples.
      graph(
        (x) =>
          220 -
          110 *
            Math.sin(
              (x - 50) * 2 * Math.PI * (1 / 62.5 - 1 / 70) -
                8 * 2 * Math.PI * (1 / 62.5 - 1 / 70) +
                (8 / 62.5) * 2 * Math.PI,
            ),
        50,
        550,
        { colour: 'gold' },
      ),
      words('what the samples seem to say', [300, 396], { colour: 'gold', bold: true }),
    ]),
    from(4, [
      each(range(9), (at) => line([50, 70 + at * 36], [550, 70 + at * 36], { colour: 'hair', width: 2 })),
      graph(wave(214, 132, 420), 50, 550, { colour: 'muted', width: 2.5 }),
      path(
        range(14).flatMap((at) => {
          const x = 50 + at * 36;
          const y = 70 + Math.round((wave(214, 132, 420)(x) - 70) / 36) * 36;
          return [
            [x, y],
            [x + 36, y],
          ];
        }),
        { colour: 'accent', width: 4 },
      ),
    ]),
  ],
  3: [
    during(1, 2, [
      box([130, 70], 170, 120, { colour: 'accent', fill: 'soft', round: 0 }),
      box([300, 70], 170, 120, { colour: 'gold', fill: 'paper', round: 0 }),
      words('p', [160, 100], { size: 32, serif: true, italic: true }),
      words('n', [440, 100], { size: 32, serif: true, italic: true }),
      each(
        range(5),
        (at) =>
          ring([165 + at * 26, 150 + (at % 2) * 14], 9, { colour: 'accent', width: 2.5 }) +
          dot([325 + at * 28, 150 + (at % 2) * 14], 8, { fill: 'gold' }),
      ),
    ]),
    only(2, [
      line([60, 300], [260, 300], { width: 4 }),
      path('260,260 260,340 330,300', { closed: true, colour: 'accent', fill: 'accent' }),
      line([332, 258], [332, 342], { width: 6 }),
      line([332, 300], [540, 300], { width: 4 }),
      arrow([200, 380], [400, 380], { colour: 'gold', width: 4 }),
      words('only this way', [300, 412], { size: 19, colour: 'gold', bold: true }),
    ]),
    from(3, [
      box([60, 210], 480, 130, { colour: 'muted', fill: 'soft', round: 6 }),
      words('p', [300, 318], { italic: true, serif: true, size: 24, colour: 'muted' }),
      box([60, 210], 130, 70, { colour: 'none', fill: 'accent', round: 6 }),
      words('source', [125, 245], { colour: 'paper', bold: true }),
      box([410, 210], 130, 70, { colour: 'none', fill: 'accent', round: 6 }),
      words('drain', [475, 245], { colour: 'paper', bold: true }),
      box([180, 192], 240, 14, { colour: 'none', fill: 'hair', round: 2 }),
      box([180, 130], 240, 60, { colour: 'none', fill: 'gold', round: 6 }),
      words('gate', [300, 160], { colour: 'paper', bold: true }),
    ]),
    from(4, [
      each(range(6), (at) =>
        arrow([196 + at * 36, 224], [222 + at * 36, 224], { colour: 'accent', width: 3 }),
      ),
      graph((x) => 80 - 12 * Math.sin((x - 240) / 9), 240, 360, { colour: 'gold', width: 3 }),
      arrow([300, 98], [300, 126], { colour: 'gold' }),
      words('a little voltage', [300, 44], { size: 19, colour: 'gold', bold: true }),
      words('a large current', [300, 378], { size: 19, colour: 'accent', bold: true }),
    ]),
  ],
  4: [
    during(1, 3, [
      path('70,60 120,60 150,72 166,100 150,128 120,140 70,140', {
        closed: true,
        colour: 'accent',
        fill: 'soft',
      }),
      words('AND', [112, 100], { bold: true, size: 18 }),
      line([30, 80], [70, 80]),
      line([30, 120], [70, 120]),
      line([166, 100], [206, 100]),
    ]),
    during(1, 3, [
      path('62,200 110,202 146,218 168,240 146,262 110,278 62,280 78,240', {
        closed: true,
        colour: 'accent',
        fill: 'soft',
      }),
      words('OR', [112, 240], { bold: true, size: 18 }),
      line([30, 220], [72, 220]),
      line([30, 260], [72, 260]),
      line([168, 240], [206, 240]),
    ]),
    during(1, 3, [
      path('70,340 70,410 136,375', { closed: true, colour: 'accent', fill: 'soft' }),
      ring([146, 375], 9, { colour: 'accent', fill: 'paper' }),
      words('NOT', [92, 375], { bold: true, size: 14 }),
      line([30, 375], [70, 375]),
      line([156, 375], [206, 375]),
    ]),
    during(2, 3, [
      each(['a', 'b', 'AND', 'OR'], (name, at) =>
        words(name, [290 + at * 82, 60], { bold: true, colour: at > 1 ? 'accent' : 'muted', size: 21 }),
      ),
      line([256, 84], [570, 84], { width: 2 }),
      each(truthTable, (row, y) =>
        each(row, (bit, at) =>
          words(bit, [290 + at * 82, 114 + y * 42], {
            size: 26,
            serif: true,
            colour: at > 1 && bit === '1' ? 'gold' : 'ink',
          }),
        ),
      ),
    ]),
    only(3, [
      path('360,310 410,310 440,322 456,350 440,378 410,390 360,390', {
        closed: true,
        colour: 'gold',
        fill: 'paper',
      }),
      ring([467, 350], 10, { colour: 'gold', fill: 'paper' }),
      words('NAND', [404, 350], { bold: true, size: 17 }),
      path('300,350 330,350 330,330 360,330'),
      path('330,350 330,370 360,370'),
      line([478, 350], [530, 350]),
      words('a', [284, 350], { size: 22 }),
      words('not a', [564, 350], { size: 20 }),
    ]),
    from(4, [
      each(
        [120, 300],
        (y) =>
          path(
            [
              [220, y - 46],
              [280, y - 46],
              [314, y - 32],
              [332, y],
              [314, y + 32],
              [280, y + 46],
              [220, y + 46],
            ],
            { closed: true, colour: 'accent', fill: 'soft' },
          ) +
          ring([344, y], 11, { colour: 'accent', fill: 'paper' }) +
          words('NAND', [272, y], { bold: true, size: 20 }),
      ),
      line([80, 98], [220, 98]),
      words('set', [50, 98], { size: 20 }),
      line([80, 322], [220, 322]),
      words('reset', [44, 322], { size: 20 }),
      line([356, 120], [520, 120]),
      words('Q', [546, 120], { serif: true, italic: true, size: 32 }),
      line([356, 300], [520, 300]),
      words('not Q', [556, 300], { size: 20 }),
      path('430,120 430,180 160,236 160,278 220,278', { colour: 'gold' }),
      path('430,300 430,240 160,184 160,142 220,142', { colour: 'gold' }),
      dot([430, 120], 6, { fill: 'gold' }),
      dot([430, 300], 6, { fill: 'gold' }),
    ]),
  ],
  5: [
    during(1, 2, [
      path(
        range(100).map((at) => [
          50 + at * 5,
          150 - (at % 40 < 20 ? 55 : -55) + 26 * Math.sin(at * 12.9898) * Math.cos(at * 4.1),
        ]),
        { colour: 'muted', width: 2.5 },
      ),
    ]),
    only(2, [
      line([40, 150], [560, 150], { colour: 'gold', dash: true }),
      words('decide here', [401, 128], { size: 17, colour: 'gold', bold: true }),
      path('50,275 150,275 150,375 250,375 250,275 350,275 350,375 450,375 450,275 550,275', {
        colour: 'accent',
        width: 5,
      }),
      arrow([300, 216], [300, 254], { colour: 'muted' }),
    ]),
    from(3, [
      each(['1', '0', '1', '1', '0', '1', '0'], (bit, at) =>
        labelled(bit, [30 + at * 66, 60], 58, 58, { text: { size: 28, serif: true } }),
      ),
      labelled('0', [502, 60], 66, 58, { colour: 'gold', text: { size: 28, serif: true, colour: 'gold' } }),
      words('parity', [535, 142], { size: 17, colour: 'gold', bold: true }),
      words('four ones: even', [240, 150], { size: 20, colour: 'muted' }),
    ]),
    from(4, [
      each(['1', '1', '1', '0', '0', '0', '1', '1', '1'], (bit, at) =>
        labelled(at === 4 ? '1' : bit, [36 + at * 54 + Math.floor(at / 3) * 24, 230], 48, 54, {
          colour: at === 4 ? 'gold' : 'accent',
          text: { size: 26, serif: true, colour: at === 4 ? 'gold' : 'ink' },
        }),
      ),
      each(
        ['1', '0', '1'],
        (bit, at) =>
          arrow([114 + at * 186, 296], [114 + at * 186, 336], { colour: 'muted' }) +
          labelled(bit, [84 + at * 186, 344], 60, 60, {
            fill: 'accent',
            text: { size: 30, serif: true, colour: 'paper' },
          }),
      ),
    ]),
  ],
});
