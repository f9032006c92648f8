import { during, each, from, only, range } from '../diagrams/compose.ts';
import { arrow, axes, box, dot, graph, labelled, line, path, words } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './psy.json' with { type: 'json' };

const person = (x: number, y: number, colour: 'accent' | 'gold' | 'hair', size = 1) =>
  dot([x, y - 26 * size], 13 * size, { fill: colour }) +
  path(
    [
      [x - 19 * size, y + 26 * size],
      [x - 15 * size, y],
      [x, y - 8 * size],
      [x + 15 * size, y],
      [x + 19 * size, y + 26 * size],
    ],
    { colour: 'none', fill: colour, closed: true },
  );

export const psy = composeLessons(texts, {
  1: [
    only(1, [
      words('“helps”', [150, 210], { serif: true, size: 36 }),
      arrow([230, 210], [310, 210], { width: 4 }),
      labelled('words recalled', [320, 172], 220, 76, { text: { size: 23 } }),
    ]),
    during(2, 3, [
      each(range(12), (at) => person(70 + (at % 3) * 70, 150 + Math.floor(at / 3) * 72, 'accent')),
      each(range(12), (at) => person(390 + (at % 3) * 70, 150 + Math.floor(at / 3) * 72, 'gold')),
      words('music', [140, 60], { bold: true, colour: 'accent', size: 24 }),
      words('silence', [460, 60], { bold: true, colour: 'gold', size: 24 }),
    ]),
    only(3, [
      box([266, 180], 68, 68, { colour: 'muted', fill: 'paper' }),
      each([16, 34, 52], (at) => dot([266 + at, 180 + at], 7, { fill: 'ink' })),
      arrow([264, 214], [232, 214]),
      arrow([336, 214], [368, 214]),
    ]),
    from(4, [
      labelled('summer', [220, 60], 160, 64, {
        colour: 'gold',
        fill: 'gold',
        text: { colour: 'paper', size: 24 },
      }),
      labelled('ice cream', [60, 270], 180, 64, { text: { size: 22 } }),
      labelled('drownings', [360, 270], 180, 64, { text: { size: 22 } }),
      arrow([262, 124], [170, 264], { width: 4 }),
      arrow([338, 124], [430, 264], { width: 4 }),
      line([240, 302], [360, 302], { colour: 'muted', dash: true }),
      line([288, 286], [312, 318], { colour: 'gold', width: 5 }),
      line([312, 286], [288, 318], { colour: 'gold', width: 5 }),
    ]),
  ],
  2: [
    from(1, [
      each(range(7), (at) =>
        box([30 + at * 78, 30], 66, 52, { colour: 'accent', fill: at < 4 ? 'soft' : 'none', dash: at >= 4 }),
      ),
      words('working memory: seconds', [300, 106], { size: 18, colour: 'muted' }),
    ]),
    only(2, [
      arrow([300, 128], [300, 176], { colour: 'gold', width: 4 }),
      words('meaning', [352, 152], { colour: 'gold', bold: true, anchor: 'start' }),
      ...[
        [120, 260],
        [220, 320],
        [330, 250],
        [430, 330],
        [510, 250],
        [300, 390],
      ].map(
        ([x = 0, y = 0], at, all) =>
          each(all.slice(at + 1), ([a = 0, b = 0]) =>
            Math.hypot(a - x, b - y) < 170 ? line([x, y], [a, b], { colour: 'hair' }) : '',
          ) + dot([x, y], 13, { fill: at === 2 ? 'gold' : 'accent' }),
      ),
    ]),
    from(3, [
      axes([70, 400], 500, 240, 'days', 'remembered'),
      graph((x) => 400 - 205 * (0.2 + 0.8 * Math.exp(-(x - 70) / 46)), 70, 550, { colour: 'muted' }),
    ]),
    from(4, [
      path(
        [
          [70, 120],
          [120, 200],
          [200, 310],
          [310, 450],
          [450, 550],
        ].flatMap(([begin = 0, end = 0], at) => {
          const pace = 52 * 1.9 ** at;
          return range(13).map((step) => {
            const x = begin + ((end - begin) * step) / 12;
            return [x, 400 - 205 * (0.2 + 0.8 * Math.exp(-(x - begin) / pace))];
          });
        }),
        { colour: 'accent', width: 4 },
      ),
      each([120, 200, 310, 450], (x) => arrow([x, 164], [x, 190], { colour: 'gold' })),
      words('recalled', [500, 160], { colour: 'gold', bold: true, size: 18 }),
    ]),
  ],
  3: [
    only(1, [
      labelled('bell', [50, 90], 130, 66),
      words('+', [210, 123], { size: 30 }),
      labelled('food', [240, 90], 130, 66, { colour: 'gold' }),
      arrow([380, 123], [430, 123]),
      words('saliva', [490, 123], { bold: true, size: 23 }),
      words('many times', [300, 206], { serif: true, italic: true, size: 22, colour: 'muted' }),
      labelled('bell', [50, 270], 130, 66),
      arrow([190, 303], [430, 303]),
      words('saliva', [490, 303], { bold: true, size: 23 }),
    ]),
    during(2, 3, [
      labelled('act', [50, 40], 130, 62),
      arrow([184, 71], [236, 71]),
      labelled('good result', [242, 40], 160, 62, { colour: 'gold' }),
      arrow([406, 71], [450, 71]),
      words('again', [512, 71], { bold: true, size: 24 }),
      path('512,92 512,132 115,132 115,108', { colour: 'muted', dash: true }),
    ]),
    only(3, [
      words('given', [270, 188], { bold: true, colour: 'muted' }),
      words('taken away', [460, 188], { bold: true, colour: 'muted' }),
      words('good', [110, 242], { bold: true, colour: 'muted' }),
      words('bad', [110, 342], { bold: true, colour: 'muted' }),
      each(
        [
          [180, 208, 'act ↑', 'accent'],
          [372, 208, 'act ↓', 'muted'],
          [180, 308, 'act ↓', 'muted'],
          [372, 308, 'act ↑', 'accent'],
        ],
        ([x, y, text, colour]) =>
          labelled(text, [x, y], 178, 74, {
            colour,
            fill: colour === 'accent' ? 'soft' : 'paper',
            text: { size: 24, colour: colour === 'accent' ? 'accent' : 'muted' },
          }),
      ),
      words('negative reinforcement', [460, 402], { size: 17, colour: 'accent', bold: true }),
    ]),
    from(4, [
      axes([60, 390], 510, 330, 'time without any reward', 'still done'),
      graph((x) => 390 - 270 * Math.exp(-(x - 60) / 70), 60, 540, { colour: 'muted' }),
      graph((x) => 390 - 270 * Math.exp(-(((x - 60) / 330) ** 2)), 60, 540),
      words('was rewarded each time', [226, 332], { anchor: 'start', size: 18, colour: 'muted' }),
      words('was rewarded now and then', [330, 176], {
        anchor: 'start',
        size: 18,
        colour: 'accent',
        bold: true,
      }),
    ]),
  ],
  4: [
    only(1, [
      each(
        [
          [300, 110, 90],
          [170, 330, 330],
          [430, 330, 210],
        ],
        ([x, y, turn]) => {
          const rad = (turn * Math.PI) / 180;
          return (
            dot([x, y], 62, { fill: 'ink' }) +
            path(
              [
                [x, y],
                [x + 80 * Math.cos(rad - 0.52), y + 80 * Math.sin(rad - 0.52)],
                [x + 80 * Math.cos(rad + 0.52), y + 80 * Math.sin(rad + 0.52)],
              ],
              { closed: true, colour: 'paper', fill: 'paper' },
            )
          );
        },
      ),
    ]),
    only(2, [
      box([40, 90], 250, 250, { colour: 'hair', fill: 'paper', round: 0 }),
      box([310, 90], 250, 250, { colour: 'none', fill: 'ink', round: 0 }),
      box([120, 170], 90, 90, { colour: 'none', fill: 'muted', round: 0 }),
      box([390, 170], 90, 90, { colour: 'none', fill: 'muted', round: 0 }),
      words('the same grey', [300, 386], { size: 20, colour: 'muted' }),
    ]),
    only(3, [
      line([120, 140], [480, 140], { width: 5 }),
      path('160,100 120,140 160,180', { width: 5 }),
      path('440,100 480,140 440,180', { width: 5 }),
      line([120, 290], [480, 290], { width: 5 }),
      path('80,250 120,290 80,330', { width: 5 }),
      path('520,250 480,290 520,330', { width: 5 }),
      each([120, 480], (x) => line([x, 60], [x, 370], { colour: 'gold', dash: true, width: 2 })),
      words('equally long', [300, 396], { size: 20, colour: 'gold', bold: true }),
    ]),
    from(4, [
      words('A', [130, 220], { size: 110, bold: true }),
      words('C', [470, 220], { size: 110, bold: true }),
      words('12', [300, 80], { size: 92, bold: true, colour: 'gold' }),
      words('14', [300, 366], { size: 92, bold: true, colour: 'gold' }),
      line([266, 184], [266, 258], { width: 15 }),
      path('294,184 330,188 336,204 322,220 338,236 332,254 294,258', { width: 15 }),
    ]),
  ],
  5: [
    during(1, 2, [
      line([90, 60], [90, 180], { width: 6 }),
      each(
        [
          ['A', 84],
          ['B', 120],
          ['C', 100],
        ],
        ([name, length], at) =>
          line([230 + at * 70, 180], [230 + at * 70, 180 - length], { width: 6, colour: 'accent' }) +
          words(name, [230 + at * 70, 206], { bold: true, size: 18 }),
      ),
      each(range(6), (at) => person(80 + at * 88, 350, at === 5 ? 'gold' : 'accent')),
    ]),
    only(1, [
      each(range(5), (at) => words('“A”', [80 + at * 88, 286], { size: 22 })),
      words('“… A?”', [520, 286], { size: 22, colour: 'gold', bold: true }),
    ]),
    only(2, [
      each(range(4), (at) => words('“A”', [80 + at * 88, 286], { size: 22 })),
      words('“B”', [432, 286], { size: 22, bold: true }),
      words('“B!”', [520, 286], { size: 22, colour: 'gold', bold: true }),
    ]),
    only(3, [
      axes([70, 390], 500, 330, 'people who are there', 'help'),
      graph((x) => 390 - 250 / (1 + (x - 70) / 120), 80, 550),
      words('“You, in the green coat!”', [350, 110], { serif: true, italic: true, size: 30, colour: 'gold' }),
    ]),
    from(4, [
      line([40, 360], [560, 360], { colour: 'muted' }),
      each([70, 130, 176, 214, 246, 270, 318, 336, 370, 404, 458, 520], (x, at) =>
        dot([x, 330 - (at % 3) * 22], 9),
      ),
      line([292, 230], [292, 372], { colour: 'gold', width: 4 }),
      words('average', [292, 206], { colour: 'gold', bold: true }),
      words('many independent guesses', [300, 398], { size: 18, colour: 'muted' }),
      each(range(9), (at) => dot([90 + at * 17, 120 - (at % 2) * 16], 9, { fill: 'muted' })),
      words('copied: all off together', [250, 66], { size: 18, colour: 'muted' }),
      line([292, 90], [292, 140], { colour: 'gold', width: 4 }),
    ]),
  ],
});
