import { each, from, only } from '../diagrams/compose.ts';
import { arrow, box, dot, labelled, line, path, ring, words } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './eng.json' with { type: 'json' };

const quote = (text: string, y: number, size = 32) => words(text, [300, y], { serif: true, size });

/** Draws a bracket under a part of a sentence, with the name of the part. */
const under = (x1: number, x2: number, y: number, name: string, colour: 'accent' | 'gold') =>
  path(
    [
      [x1, y],
      [x1, y + 12],
      [x2, y + 12],
      [x2, y],
    ],
    { colour },
  ) + words(name, [(x1 + x2) / 2, y + 34], { colour, bold: true, size: 19 });

export const eng = composeLessons(texts, {
  1: [
    from(1, [
      quote('The committee decided at midnight.', 90, 33),
      under(28, 256, 116, 'subject', 'accent'),
      under(270, 388, 116, 'verb', 'gold'),
    ]),
    from(2, [
      words('made a decision', [170, 220], { size: 25, colour: 'muted' }),
      line([78, 222], [262, 222], { colour: 'gold' }),
      arrow([290, 220], [350, 220]),
      words('decided', [440, 220], { size: 30, bold: true, colour: 'accent' }),
    ]),
    from(3, [
      box([40, 282], 180, 34, { colour: 'accent', fill: 'soft', round: 6 }),
      words('old', [130, 299], { size: 19 }),
      box([226, 282], 200, 34, { colour: 'accent', fill: 'soft', round: 6 }),
      box([432, 272], 128, 54, { colour: 'gold', fill: 'gold', round: 6 }),
      words('new', [496, 299], { size: 23, bold: true, colour: 'paper' }),
    ]),
    from(4, [
      each([420, 150, 300, 60], (length, at) =>
        box([60, 352 + at * 20], length, 11, {
          colour: 'none',
          fill: at === 3 ? 'gold' : 'accent',
          round: 5,
        }),
      ),
    ]),
  ],
  2: [
    only(1, [path('136,232 560,120 560,344', { closed: true, colour: 'none', fill: 'soft' })]),
    from(1, [
      each(
        [110, 300, 490],
        (x) =>
          ring([x, 300], 46, { colour: 'hair', fill: 'soft', width: 3 }) +
          ring([x, 236], 26, { colour: 'hair', fill: 'soft', width: 3 }),
      ),
      ring([110, 300], 46, { colour: 'accent', fill: 'soft', width: 4 }),
      ring([110, 236], 26, { colour: 'accent', fill: 'accent', width: 4 }),
    ]),
    only(1, [
      words('“I”', [110, 236], { colour: 'paper', bold: true, size: 20 }),
      words('sees and tells', [110, 384], { bold: true, colour: 'accent' }),
    ]),
    only(2, [
      dot([64, 176], 15, { fill: 'gold' }),
      arrow([74, 188], [92, 212], { colour: 'gold' }),
      words('narrator', [84, 140], { bold: true, colour: 'gold' }),
      words('sees', [110, 384], { bold: true, colour: 'accent' }),
    ]),
    from(3, [
      dot([300, 60], 17, { fill: 'gold' }),
      each([110, 300, 490], (x) =>
        arrow([300 + (x - 300) * 0.12, 86], [300 + (x - 300) * 0.86, 196], { colour: 'gold' }),
      ),
      words('narrator', [392, 60], { bold: true, colour: 'gold' }),
    ]),
    from(4, [
      words('?', [252, 58], { serif: true, size: 54, colour: 'accent' }),
      words('the reader judges', [300, 400], { serif: true, italic: true, size: 28 }),
    ]),
  ],
  3: [
    from(1, [
      dot([205, 180], 140, { fill: 'none', colour: 'accent', width: 4 }),
      dot([395, 180], 140, { fill: 'none', colour: 'gold', width: 4 }),
      words('Juliet', [150, 170], { serif: true, size: 34 }),
      words('the sun', [446, 170], { serif: true, size: 34 }),
      words('tenor', [150, 212], { size: 19, colour: 'accent', bold: true }),
      words('vehicle', [446, 212], { size: 19, colour: 'gold', bold: true }),
    ]),
    from(2, [
      each(['warmth', 'light', 'centre'], (trait, at) =>
        words(trait, [300, 140 + at * 40], { bold: true, size: 19 }),
      ),
      words('spots', [424, 98], { size: 18, colour: 'muted' }),
      words('far away', [424, 268], { size: 18, colour: 'muted' }),
    ]),
    from(3, [
      words('love', [130, 364], { serif: true, size: 30 }),
      words('like', [300, 364], { size: 22, colour: 'gold', bold: true }),
      arrow([176, 364], [262, 364], { colour: 'muted' }),
      arrow([338, 364], [414, 364], { colour: 'muted' }),
      words('a rose', [470, 364], { serif: true, size: 30 }),
    ]),
    from(4, [
      words('spend · save · waste time', [300, 414], {
        serif: true,
        italic: true,
        size: 26,
        colour: 'muted',
      }),
    ]),
  ],
  4: [
    from(1, [
      words('com', [224, 90], { serif: true, size: 38 }),
      words('pare', [362, 90], { serif: true, size: 38, bold: true }),
      path('206,40 224,54 242,40', { colour: 'muted' }),
      line([346, 54], [378, 36], { colour: 'gold', width: 6 }),
    ]),
    from(2, [
      each(
        ['Shall I', 'compare', 'thee to', 'a sum', 'mer’s day'],
        (foot, at) =>
          box([14 + at * 115, 150], 108, 72, { colour: 'accent', fill: 'soft', round: 8 }) +
          words(foot, [68 + at * 115, 200], { serif: true, size: 21 }) +
          path(
            [
              [34 + at * 115, 164],
              [44 + at * 115, 174],
              [54 + at * 115, 164],
            ],
            { colour: 'muted', width: 2.5 },
          ) +
          line([80 + at * 115, 175], [98 + at * 115, 164], { colour: 'gold', width: 4 }),
      ),
    ]),
    from(3, [
      each(['ABAB', 'CDCD', 'EFEF', 'GG'], (group, at) =>
        each([...group], (letter, index) =>
          words(letter, [52 + at * 150 + index * 28, 290], {
            serif: true,
            size: 28,
            colour: index % 2 === 0 && at < 3 ? 'accent' : 'gold',
            bold: true,
          }),
        ),
      ),
    ]),
    from(4, [
      each(
        [0, 1, 2, 3, 4],
        (at) =>
          dot([90 + at * 105, 380], at === 2 ? 22 : 7, { fill: at === 2 ? 'gold' : 'muted' }) +
          dot([134 + at * 105, 380], at === 2 ? 7 : 16, { fill: 'accent' }),
      ),
    ]),
  ],
  5: [
    from(1, [
      box([150, 30], 300, 74, { colour: 'none', fill: 'accent', round: 10 }),
      words('claim', [300, 67], { colour: 'paper', bold: true, size: 28 }),
    ]),
    from(2, [
      box([50, 300], 220, 74, { colour: 'accent', fill: 'soft', round: 10 }),
      words('evidence', [160, 337], { bold: true, size: 24 }),
    ]),
    from(3, [
      arrow([160, 296], [254, 112], { colour: 'ink', width: 4 }),
      labelled('reason', [118, 180], 150, 58, {
        colour: 'gold',
        fill: 'paper',
        text: { colour: 'gold', size: 23 },
      }),
    ]),
    from(4, [
      box([330, 300], 220, 74, { colour: 'muted', fill: 'paper', round: 10, dash: true }),
      words('objection', [440, 337], { size: 24 }),
      arrow([440, 296], [350, 112], { colour: 'muted', dash: true, width: 4 }),
      line([378, 222], [428, 186], { colour: 'gold', width: 6 }),
      words('answer', [474, 196], { colour: 'gold', bold: true, size: 21 }),
    ]),
  ],
});
