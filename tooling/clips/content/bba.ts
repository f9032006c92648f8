import { during, each, from, only, range } from '../diagrams/compose.ts';
import { arrow, axes, box, dot, graph, labelled, line, path, words } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './bba.json' with { type: 'json' };

const account = (
  x: number,
  y: number,
  height: number,
  name: string,
  sum: string,
  colour: 'accent' | 'gold' | 'soft',
) =>
  box([x, y], 220, height, { colour: colour === 'soft' ? 'accent' : colour, fill: colour, round: 6 }) +
  words(name, [x + 110, y + height / 2 - 13], {
    bold: true,
    colour: colour === 'soft' ? 'ink' : 'paper',
    size: 19,
  }) +
  words(sum, [x + 110, y + height / 2 + 15], {
    colour: colour === 'soft' ? 'ink' : 'paper',
    size: 21,
    serif: true,
  });

export const bba = composeLessons(texts, {
  1: [
    from(1, [
      box([90, 290], 170, 110, { colour: 'none', fill: 'muted', round: 6 }),
      words('cost 4', [175, 345], { colour: 'paper', bold: true, size: 24 }),
    ]),
    from(2, [
      line([60, 200], [540, 200], { colour: 'gold', width: 4 }),
      words('price 7', [500, 178], { colour: 'gold', bold: true, size: 24 }),
    ]),
    from(3, [
      line([60, 60], [540, 60], { colour: 'accent', width: 4 }),
      words('value 12', [494, 38], { colour: 'accent', bold: true, size: 24 }),
    ]),
    from(4, [
      box([90, 202], 170, 86, { colour: 'gold', fill: 'soft', round: 6 }),
      words('seller gains 3', [175, 245], { size: 20 }),
      box([90, 62], 170, 136, { colour: 'accent', fill: 'soft', round: 6 }),
      words('buyer gains 5', [175, 130], { size: 20 }),
    ]),
  ],
  2: [
    from(1, [
      axes([80, 390], 480, 340, 'quantity', 'price'),
      graph((x) => 90 + (x - 110) * 0.62, 110, 520),
      words('demand', [500, 290], { colour: 'accent', bold: true }),
    ]),
    from(2, [
      graph((x) => 350 - (x - 110) * 0.62, 110, 500, { colour: 'gold' }),
      words('supply', [500, 84], { colour: 'gold', bold: true }),
    ]),
    from(3, [
      dot([320, 220], 10, { fill: 'ink' }),
      line([80, 220], [310, 220], { colour: 'muted', dash: true, width: 2 }),
      line([320, 230], [320, 390], { colour: 'muted', dash: true, width: 2 }),
    ]),
    from(4, [
      graph((x) => 350 - (x - 30) * 0.62, 110, 420, { colour: 'gold', dash: true }),
      arrow([420, 158], [362, 158], { colour: 'gold' }),
      dot([280, 195], 10, { fill: 'gold' }),
      line([80, 195], [270, 195], { colour: 'gold', dash: true, width: 2 }),
      line([280, 205], [280, 390], { colour: 'gold', dash: true, width: 2 }),
      words('after the frost', [384, 82], { size: 18, colour: 'gold', bold: true, anchor: 'end' }),
    ]),
  ],
  3: [
    from(1, [
      words('Assets', [180, 34], { bold: true, colour: 'accent', size: 22 }),
      account(70, 60, 120, 'Van', '6,000', 'accent'),
      account(70, 190, 80, 'Stock', '2,500', 'accent'),
    ]),
    during(1, 3, [account(70, 280, 80, 'Cash', '1,500', 'accent')]),
    from(2, [
      words('Claims', [420, 34], { bold: true, colour: 'gold', size: 22 }),
      account(310, 200, 160, 'Equity', '6,000', 'soft'),
    ]),
    during(2, 3, [account(310, 60, 130, 'Loans', '4,000', 'gold')]),
    only(3, [
      line([70, 380], [530, 380], { width: 2 }),
      words('10,000', [180, 408], { serif: true, size: 30 }),
      words('=', [300, 408], { size: 30 }),
      words('10,000', [420, 408], { serif: true, size: 30 }),
    ]),
    from(4, [
      account(70, 280, 86, 'Cash', '2,000', 'accent'),
      account(310, 60, 136, 'Loans', '4,500', 'gold'),
      line([70, 380], [530, 380], { width: 2 }),
      words('10,500', [180, 408], { serif: true, size: 30 }),
      words('=', [300, 408], { size: 30 }),
      words('10,500', [420, 408], { serif: true, size: 30 }),
    ]),
  ],
  4: [
    from(1, [
      axes([70, 390], 500, 345, 'cups', 'money'),
      line([70, 290], [540, 290], { colour: 'muted', dash: true }),
      words('fixed costs', [480, 310], { size: 18, colour: 'muted' }),
    ]),
    from(2, [
      graph((x) => 290 - (x - 70) * 0.13, 70, 540, { colour: 'gold' }),
      words('all costs', [504, 260], { colour: 'gold', bold: true }),
    ]),
    from(3, [
      graph((x) => 390 - (x - 70) * 0.52, 70, 540, { colour: 'accent' }),
      words('sales', [500, 128], { colour: 'accent', bold: true }),
    ]),
    from(4, [
      dot([326, 257], 11, { fill: 'ink' }),
      line([326, 268], [326, 390], { colour: 'muted', dash: true, width: 2 }),
      words('800', [326, 412], { serif: true, size: 26 }),
      words('loss', [118, 320], { italic: true, serif: true, size: 24, colour: 'muted' }),
      words('profit', [488, 206], { italic: true, serif: true, size: 24, colour: 'accent' }),
    ]),
  ],
  5: [
    during(1, 2, [axes([60, 390], 500, 340, 'years', 'worth of 100 at 5 %')]),
    only(1, [
      box([90, 210], 60, 180, { fill: 'soft', colour: 'accent', round: 4 }),
      box([170, 201], 60, 189, { fill: 'accent', colour: 'none', round: 4 }),
      words('100', [120, 188], { serif: true, size: 24 }),
      words('105', [200, 179], { serif: true, size: 24, colour: 'accent' }),
    ]),
    only(2, [
      each(range(6), (at) => {
        const worth = 100 * 1.05 ** (at * 3);
        const height = worth * 1.42;
        return (
          box([84 + at * 74, 390 - height], 56, height, {
            fill: at === 0 ? 'soft' : 'accent',
            colour: 'none',
            round: 4,
          }) +
          words(String(Math.round(worth)), [112 + at * 74, 372 - height], { serif: true, size: 22 }) +
          words(String(at * 3), [112 + at * 74, 408], { size: 16, colour: 'muted' })
        );
      }),
    ]),
    from(3, [
      line([70, 150], [540, 150], { width: 4 }),
      each(
        range(4),
        (at) =>
          dot([100 + at * 130, 150], 8, { fill: 'ink' }) +
          words(at === 0 ? 'today' : `year ${at}`, [100 + at * 130, 182], { size: 18, colour: 'muted' }),
      ),
      words('100', [230, 108], { serif: true, size: 28 }),
      path('220,84 165,52 112,84', { colour: 'gold' }),
      arrow([124, 78], [108, 88], { colour: 'gold' }),
      words('95', [84, 108], { serif: true, size: 28, colour: 'gold', bold: true }),
    ]),
    from(4, [
      each(
        [
          ['−250', 0],
          ['+100', 1],
          ['+100', 2],
          ['+100', 3],
        ],
        ([sum, at]) => labelled(sum, [52 + at * 130, 226], 96, 46, { colour: at === 0 ? 'gold' : 'accent' }),
      ),
      words('−250 + 95.2 + 90.7 + 86.4', [300, 334], { serif: true, size: 28 }),
      words('= 22.3 > 0: worth doing', [300, 384], { serif: true, size: 30, colour: 'accent', bold: true }),
    ]),
  ],
});
