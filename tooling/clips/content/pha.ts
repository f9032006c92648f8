import { during, each, from, only, range } from '../diagrams/compose.ts';
import { arrow, axes, box, dot, graph, labelled, line, path, ring, words } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './pha.json' with { type: 'json' };

/**
 * Returns the S-shaped curve of the response to a dose as a function from x (the logarithm of the dose) to y.
 * @param half the x of half the response. @param top the height of the full response.
 */
const response =
  (half: number, top = 290) =>
  (x: number) =>
    390 - top / (1 + Math.exp(-(x - half) / 32));

const receptor = (x: number, y: number, width = 120) =>
  path(
    [
      [x - width, y + 60],
      [x - width, y],
      [x - 34, y],
      [x, y + 40],
      [x + 34, y],
      [x + width, y],
      [x + width, y + 60],
    ],
    { colour: 'accent', fill: 'soft', closed: true },
  );

export const pha = composeLessons(texts, {
  1: [
    from(1, [
      labelled('tablet', [30, 60], 120, 56, { colour: 'gold', fill: 'paper' }),
      arrow([90, 116], [90, 166]),
      labelled('gut', [30, 170], 120, 70),
      arrow([150, 205], [216, 205]),
    ]),
    from(2, [
      labelled('blood', [222, 165], 150, 80, { fill: 'accent', text: { colour: 'paper', size: 24 } }),
      arrow([372, 190], [438, 150], { colour: 'ink' }),
      arrow([438, 176], [378, 212], { colour: 'muted', width: 2.5 }),
      labelled('tissues', [442, 116], 130, 70),
    ]),
    from(3, [
      labelled('liver', [222, 40], 150, 64, { colour: 'gold' }),
      arrow([276, 165], [276, 110]),
      arrow([318, 104], [318, 160]),
    ]),
    from(4, [
      labelled('kidneys', [222, 318], 150, 64),
      arrow([297, 245], [297, 314]),
      arrow([372, 350], [440, 350], { colour: 'gold', width: 4 }),
      words('urine', [482, 350], { colour: 'gold', bold: true }),
    ]),
  ],
  2: [
    from(1, [
      axes([70, 390], 500, 340, 'dose (logarithmic)', 'share of people'),
      graph(response(220), 80, 250),
    ]),
    from(2, [
      graph(response(220), 250, 520),
      line([70, 100], [520, 100], { colour: 'hair', dash: true, width: 2 }),
      words('works', [330, 80], { colour: 'accent', bold: true }),
    ]),
    from(3, [
      line([70, 245], [220, 245], { colour: 'muted', dash: true, width: 2 }),
      line([220, 245], [220, 390], { colour: 'muted', dash: true, width: 2 }),
      dot([220, 245], 9),
      words('50 %', [36, 245], { size: 18, colour: 'muted' }),
      words('ED50', [220, 412], { size: 19, bold: true }),
    ]),
    from(4, [
      graph(response(440), 300, 560, { colour: 'gold' }),
      words('harms', [552, 300], { colour: 'gold', bold: true, anchor: 'end' }),
      box([280, 106], 76, 282, { colour: 'none', fill: 'soft', round: 4 }),
      words('window', [318, 330], { size: 18, turn: -90 }),
      graph(response(220), 280, 356),
      graph(response(440), 280, 356, { colour: 'gold' }),
    ]),
  ],
  3: [
    during(1, 2, [
      axes([70, 390], 500, 340, 'half-lives', 'left of the dose'),
      graph((x) => 390 - 300 * 0.5 ** ((x - 70) / 80), 70, 550),
    ]),
    only(1, [
      each(
        [0, 1, 2],
        (at) =>
          dot([70 + at * 80, 390 - 300 * 0.5 ** at], 9) +
          words(['100 %', '50 %', '25 %'][at] ?? '', [90 + at * 80, 372 - 300 * 0.5 ** at], {
            anchor: 'start',
            bold: true,
          }),
      ),
    ]),
    only(2, [
      each(
        range(6),
        (at) =>
          dot([70 + at * 80, 390 - 300 * 0.5 ** at], 9) +
          words(['100', '50', '25', '12', '6', '3 %'][at] ?? '', [84 + at * 80, 370 - 300 * 0.5 ** at], {
            anchor: 'start',
            bold: true,
          }) +
          words(String(at), [70 + at * 80, 410], { size: 16, colour: 'muted' }),
      ),
    ]),
    from(3, [
      axes([70, 390], 500, 340, '', 'amount in the body'),
      path(
        range(7).flatMap((dose) =>
          range(12).map((at) => {
            const peak = range(dose + 1).reduce((sum, earlier) => sum + 0.5 ** (dose - earlier), 0);
            return [70 + dose * 68 + at * 6.18, 390 - 130 * peak * 0.5 ** (at / 11)];
          }),
        ),
        { colour: 'accent', width: 4 },
      ),
      each(range(7), (at) => arrow([70 + at * 68, 424], [70 + at * 68, 398], { colour: 'gold' })),
    ]),
    from(4, [
      box([70, 128], 490, 134, { colour: 'none', fill: 'none' }),
      line([70, 134], [560, 134], { colour: 'gold', dash: true }),
      line([70, 262], [560, 262], { colour: 'gold', dash: true }),
      words('steady', [548, 100], { colour: 'gold', bold: true, anchor: 'end', size: 22 }),
    ]),
  ],
  4: [
    from(1, [
      line([20, 330], [580, 330], { colour: 'hair', width: 26 }),
      receptor(110, 270, 70),
      words('receptor', [110, 372], { size: 19 }),
      words('inside the cell', [300, 414], { size: 17, colour: 'muted' }),
    ]),
    only(1, [
      path('82,150 138,150 138,200 110,240 82,200', { colour: 'gold', fill: 'gold', closed: true }),
      words('messenger', [110, 124], { size: 19, colour: 'gold', bold: true }),
    ]),
    from(2, [
      path('82,220 138,220 138,266 110,306 82,266', { colour: 'gold', fill: 'gold', closed: true }),
      arrow([110, 334], [110, 352], { colour: 'gold' }),
      words('agonist', [110, 184], { size: 19, colour: 'gold', bold: true }),
      words('✓ effect', [110, 60], { size: 24, serif: true }),
    ]),
    from(3, [
      receptor(300, 270, 70),
      path('262,200 338,200 338,262 326,282 300,306 274,282 262,262', {
        colour: 'ink',
        fill: 'muted',
        closed: true,
      }),
      words('antagonist', [300, 168], { size: 19, bold: true }),
      words('✗ none', [300, 60], { size: 24, serif: true }),
      words('receptor', [300, 372], { size: 19 }),
    ]),
    from(4, [
      axes([430, 262], 150, 190, 'dose', 'effect'),
      graph((x) => 262 - 150 / (1 + Math.exp(-(x - 480) / 11)), 432, 570, { colour: 'gold' }),
      graph((x) => 262 - 70 / (1 + Math.exp(-(x - 462) / 9)), 432, 570, { colour: 'accent' }),
    ]),
  ],
  5: [
    only(1, [
      box([70, 250], 110, 130, { colour: 'none', fill: 'accent', round: 6 }),
      words('alcohol', [125, 406], { size: 18 }),
      box([230, 250], 110, 130, { colour: 'none', fill: 'gold', round: 6 }),
      words('sleeping tablet', [285, 406], { size: 18 }),
      box([420, 50], 110, 330, { colour: 'gold', fill: 'soft', round: 6, width: 4 }),
      words('both', [475, 406], { size: 18, bold: true }),
      words('slowed breathing', [60, 40], { anchor: 'start', colour: 'muted', size: 18 }),
    ]),
    during(2, 3, [
      axes([70, 390], 500, 340, 'hours', 'in the blood'),
      only(2, [graph((x) => 390 - 900 * ((x - 70) / 150) * Math.exp(-(x - 70) / 62) * 0.62, 70, 550)]),
      only(2, [words('usual', [236, 330], { colour: 'accent', bold: true, anchor: 'start' })]),
    ]),
    only(2, [
      graph((x) => 390 - 900 * ((x - 70) / 150) * Math.exp(-(x - 70) / 105) * 0.72, 70, 550, {
        colour: 'gold',
      }),
      words('with grapefruit', [300, 150], { colour: 'gold', bold: true, anchor: 'start' }),
      line([70, 160], [290, 160], { colour: 'hair', dash: true }),
      words('too much', [84, 142], { anchor: 'start', size: 17, colour: 'muted' }),
    ]),
    only(3, [
      graph((x) => 390 - 1_228 * ((x - 70) / 150) * Math.exp(-(x - 70) / 62), 70, 550),
      words('usual', [186, 206], { colour: 'accent', bold: true, anchor: 'start' }),
      graph((x) => 390 - 832 * ((x - 70) / 150) * Math.exp(-(x - 70) / 40), 70, 550, { colour: 'gold' }),
      words('with Saint John’s wort', [262, 288], { colour: 'gold', bold: true, anchor: 'start', size: 17 }),
      line([70, 250], [540, 250], { colour: 'hair', dash: true }),
      words('too little below', [540, 232], { anchor: 'end', size: 17, colour: 'muted' }),
    ]),
    from(4, [
      box([150, 30], 300, 380, { colour: 'accent', fill: 'paper', round: 14 }),
      words('My medicines', [300, 74], { serif: true, size: 28 }),
      each(
        ['prescribed', 'bought', 'herbal', 'new: ask first'],
        (name, at) =>
          ring([200, 146 + at * 66], 15, { colour: at === 3 ? 'gold' : 'accent' }) +
          (at < 3
            ? path(
                [
                  [193, 146 + at * 66],
                  [199, 153 + at * 66],
                  [209, 138 + at * 66],
                ],
                { colour: 'accent' },
              )
            : words('?', [200, 146 + at * 66], { colour: 'gold', bold: true })) +
          words(name, [232, 146 + at * 66], { anchor: 'start', size: 22, colour: at === 3 ? 'gold' : 'ink' }),
      ),
    ]),
  ],
});
