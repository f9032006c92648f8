import { during, each, from, only, range } from '../diagrams/compose.ts';
import { arrow, axes, box, dot, graph, labelled, line, path, words } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './cse.json' with { type: 'json' };

const bits = (values: readonly number[], y: number) =>
  each(values, (bit, at) =>
    labelled(String(bit), [60 + at * 122, y], 110, 92, {
      fill: bit === 1 ? 'accent' : 'paper',
      text: { size: 44, colour: bit === 1 ? 'paper' : 'muted', serif: true },
    }),
  );

const treeNodes = [
  [300, 70, '8'],
  [170, 170, '3'],
  [430, 170, '12'],
  [105, 270, '1'],
  [235, 270, '6'],
  [365, 270, '10'],
  [495, 270, '14'],
] as const;

export const cse = composeLessons(texts, {
  1: [
    from(1, [labelled('input', [20, 40], 130, 60), labelled('output', [450, 40], 130, 60)]),
    from(1, [
      arrow([150, 70], [228, 70]),
      arrow([372, 70], [445, 70]),
      labelled('steps', [233, 40], 134, 60, { fill: 'accent', text: { colour: 'paper' } }),
    ]),
    from(2, [arrow([300, 100], [300, 148]), labelled('total = 0', [210, 153], 180, 54)]),
    from(3, [
      arrow([300, 207], [300, 243]),
      path('300,246 410,292 300,338 190,292', { colour: 'gold', closed: true, fill: 'paper' }),
      words('more left?', [300, 292], { bold: true, size: 19 }),
    ]),
    from(3, [
      arrow([410, 292], [465, 292]),
      words('yes', [432, 272], { colour: 'muted', size: 17 }),
      labelled('add it', [470, 265], 116, 54),
      path('528,265 528,180 405,180', { colour: 'muted', dash: true }),
      arrow([415, 180], [394, 180], { colour: 'muted' }),
    ]),
    from(4, [
      arrow([300, 338], [300, 378]),
      words('no', [326, 356], { colour: 'muted', size: 17 }),
      labelled('done', [225, 382], 150, 50, { colour: 'gold', fill: 'gold', text: { colour: 'paper' } }),
    ]),
  ],
  2: [
    from(1, [bits([1, 0, 1, 1], 60)]),
    from(2, [
      each([8, 4, 2, 1], (worth, at) =>
        words(String(worth), [115 + at * 122, 190], { size: 30, colour: 'accent', bold: true }),
      ),
    ]),
    from(3, [
      each(
        [8, 2, 1],
        (worth, at) =>
          arrow([[115, 359, 481][at] ?? 0, 212], [[200, 300, 395][at] ?? 0, 262], {
            colour: 'muted',
            width: 2.5,
          }) + words(String(worth), [[200, 300, 395][at] ?? 0, 290], { size: 34, serif: true }),
      ),
      words('+', [250, 290], { size: 30, colour: 'muted' }),
      words('+', [348, 290], { size: 30, colour: 'muted' }),
      words('= 11', [465, 290], { size: 38, colour: 'gold', serif: true, bold: true }),
    ]),
    from(4, [
      each(
        [2, 4, 8, 16, 256],
        (count, at) =>
          labelled(String(count), [30 + at * 112, 350], 92, 48, { colour: at === 4 ? 'gold' : 'accent' }) +
          words(`${at === 4 ? 8 : at + 1} bit${at === 0 ? '' : 's'}`, [76 + at * 112, 418], {
            size: 16,
            colour: 'muted',
          }),
      ),
    ]),
  ],
  3: [
    from(1, [
      axes([60, 390], 500, 340, 'entries', 'looks'),
      graph((x) => 390 - (x - 60) * 1.9, 60, 226, { colour: 'gold' }),
      words('one by one', [240, 92], { colour: 'gold', bold: true, anchor: 'start' }),
    ]),
    from(2, [
      graph((x) => 390 - 19 * Math.log2(1 + (x - 60) / 8), 60, 540),
      words('halving', [350, 330], { colour: 'accent', bold: true }),
    ]),
    only(2, [
      each(range(4), (at) =>
        box([300, 130 + at * 32], 256 / 2 ** at, 22, {
          colour: 'accent',
          fill: at === 3 ? 'accent' : 'soft',
          round: 5,
        }),
      ),
    ]),
    from(3, [
      line([500, 390], [500, 286], { colour: 'muted', dash: true, width: 2 }),
      dot([500, 390 - 19 * Math.log2(1 + 440 / 8)], 8),
      words('a million entries', [408, 416], { size: 17, colour: 'muted', anchor: 'end' }),
      words('20 looks', [500, 244], { size: 30, serif: true, colour: 'accent' }),
    ]),
    from(4, [
      words('the gap only widens', [390, 160], { colour: 'muted', size: 24, italic: true, serif: true }),
    ]),
  ],
  4: [
    only(1, [
      each(
        ['7', '3', '12', '1', '9'],
        (value, at) =>
          labelled(value, [30 + at * 112, 180], 90, 70, { text: { size: 28, serif: true } }) +
          (at < 4 ? arrow([120 + at * 112, 215], [140 + at * 112, 215], { colour: 'muted' }) : ''),
      ),
    ]),
    during(2, 3, [
      each(
        [
          [0, 1],
          [0, 2],
          [1, 3],
          [1, 4],
          [2, 5],
          [2, 6],
        ],
        ([a, b]) =>
          line([treeNodes[a][0], treeNodes[a][1]], [treeNodes[b][0], treeNodes[b][1]], {
            colour: 'muted',
          }),
      ),
      each(
        treeNodes,
        ([x, y, value]) =>
          dot([x, y], 32, { colour: 'accent', fill: 'soft', width: 2.5 }) +
          words(value, [x, y], { size: 26, serif: true }),
      ),
    ]),
    only(2, [
      words('find 6', [80, 70], { colour: 'gold', bold: true }),
      arrow([276, 96], [206, 144], { colour: 'gold', width: 4 }),
      arrow([190, 200], [218, 238], { colour: 'gold', width: 4 }),
    ]),
    only(3, [
      each(
        [70, 170, 270],
        (y, at) =>
          line([20, y], [560, y], { colour: 'hair', dash: true, width: 2 }) +
          words(`level ${at + 1}`, [585, y - 16], { size: 15, colour: 'muted', anchor: 'end' }),
      ),
      words('7 entries, 3 levels', [300, 360], { serif: true, size: 26 }),
    ]),
    from(4, [
      labelled('“Ada”', [20, 175], 120, 64),
      arrow([140, 207], [196, 207]),
      labelled('hash', [200, 170], 120, 74, { fill: 'accent', text: { colour: 'paper' } }),
      each(
        range(6),
        (row) =>
          box([430, 40 + row * 60], 140, 52, {
            colour: row === 3 ? 'gold' : 'hair',
            fill: row === 3 ? 'gold' : 'paper',
          }) +
          words(row === 3 ? 'Ada' : '', [500, 66 + row * 60], { colour: 'paper', bold: true }) +
          words(String(row), [412, 66 + row * 60], { size: 16, colour: 'muted' }),
      ),
      arrow([320, 207], [400, 240], { colour: 'gold', width: 4 }),
    ]),
  ],
  5: [
    from(1, [
      each(range(8), (at) =>
        labelled('✗', [26 + at * 70, 60], 58, 58, {
          colour: 'gold',
          fill: 'paper',
          text: { colour: 'gold', size: 28 },
        }),
      ),
      words('the same small input, the same wrong answer', [300, 150], { colour: 'muted', size: 18 }),
    ]),
    from(2, [
      labelled('guess', [70, 200], 130, 56),
      arrow([200, 228], [258, 228]),
      labelled('test', [262, 200], 110, 56),
      arrow([372, 228], [428, 228]),
      labelled('look', [432, 200], 110, 56),
      path('487,256 487,284 135,284 135,262', { colour: 'muted', dash: true }),
    ]),
    from(3, [
      line([60, 360], [540, 360], { width: 5, colour: 'muted' }),
      each(
        [
          [60, 'accent'],
          [300, 'gold'],
          [540, 'accent'],
        ],
        ([x, colour]) => dot([x, 360], 12, { fill: colour }),
      ),
      words('right', [60, 326], { size: 18 }),
      words('look here', [300, 326], { size: 18, colour: 'gold', bold: true }),
      words('wrong', [540, 326], { size: 18 }),
    ]),
    from(4, [labelled('✓ test kept', [205, 386], 190, 48, { fill: 'accent', text: { colour: 'paper' } })]),
  ],
});
