import { during, each, from, only, range } from '../diagrams/compose.ts';
import { arrow, box, dot, graph, labelled, line, path, ring, words } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './his.json' with { type: 'json' };

const page = (x: number, y: number, width: number, height: number, lines: number) =>
  box([x, y], width, height, { colour: 'muted', fill: 'paper', round: 4 }) +
  each(range(lines), (at) =>
    line([x + 14, y + 22 + at * 18], [x + width - 14 - ((at * 37) % 40), y + 22 + at * 18], {
      colour: 'hair',
      width: 5,
    }),
  );

export const his = composeLessons(texts, {
  1: [
    from(1, [
      page(40, 60, 130, 150, 7),
      ring([300, 130], 52, { colour: 'gold', width: 4 }),
      words('AVG', [300, 130], { serif: true, size: 28, colour: 'gold' }),
      path('420,190 440,90 560,70 570,190', { closed: true, colour: 'accent', fill: 'soft' }),
      path('440,140 565,130', { colour: 'accent' }),
      each(['letter', 'coin', 'field'], (name, at) =>
        words(name, [[105, 300, 500][at] ?? 0, 236], { size: 19, colour: 'muted' }),
      ),
    ]),
    from(2, [
      each(['who?', 'when?', 'for whom?'], (question, at) =>
        labelled(question, [40 + at * 185, 274], 160, 50, {
          colour: 'gold',
          fill: 'paper',
          text: { colour: 'gold', size: 21 },
        }),
      ),
    ]),
    only(3, [
      words('written to be believed', [150, 370], { size: 18 }),
      words('left over', [470, 370], { size: 18 }),
      arrow([260, 370], [400, 370], { colour: 'muted' }),
      words('more honest?', [330, 396], { size: 17, colour: 'muted' }),
    ]),
    from(4, [
      dot([120, 384], 40, { fill: 'soft', colour: 'accent' }),
      dot([170, 384], 40, { fill: 'none', colour: 'gold', width: 3 }),
      words('agree', [252, 384], { size: 20, bold: true }),
      ring([440, 384], 40, { colour: 'muted', dash: true }),
      words('silent', [440, 384], { size: 18, colour: 'muted' }),
    ]),
  ],
  2: [
    from(1, [
      box([40, 300], 520, 76, { colour: 'none', fill: 'accent', round: 8 }),
      words('centuries: soil, climate, faith, trade', [300, 338], { colour: 'paper', bold: true, size: 22 }),
    ]),
    from(2, [
      box([110, 212], 380, 76, { colour: 'accent', fill: 'soft', round: 8 }),
      words('decades: debt, hunger, a new class', [300, 250], { bold: true, size: 21 }),
    ]),
    from(3, [
      box([220, 124], 160, 76, { colour: 'gold', fill: 'gold', round: 8 }),
      words('a day: a shot', [300, 162], { colour: 'paper', bold: true, size: 21 }),
      path('300,104 284,66 302,72 296,34 326,78 310,76 316,104', {
        colour: 'gold',
        fill: 'gold',
        closed: true,
      }),
    ]),
    from(4, [
      arrow([390, 160], [500, 100], { colour: 'muted', dash: true }),
      arrow([390, 170], [530, 170], { colour: 'muted', dash: true }),
      words('otherwise?', [520, 70], { serif: true, italic: true, size: 24, colour: 'muted' }),
    ]),
  ],
  3: [
    from(1, [
      path('30,30 120,90 150,180 230,250 238,330 240,400', { colour: 'accent', width: 9 }),
      path('240,20 230,110 290,190 280,290 266,400', { colour: 'accent', width: 9 }),
      each(range(6), (at) => dot([104 + (at % 3) * 22, 236 + Math.floor(at / 3) * 20], 6, { fill: 'gold' })),
      words('Uruk', [124, 208], { bold: true, size: 21, colour: 'gold' }),
      words('Euphrates', [58, 112], { size: 16, colour: 'muted' }),
      words('Tigris', [276, 60], { size: 16, colour: 'muted', anchor: 'start' }),
    ]),
    from(2, [
      each(range(5), (at) => dot([400 + at * 34, 80], 12, { fill: 'gold' })),
      words('tokens', [468, 116], { size: 18, colour: 'muted' }),
      arrow([468, 136], [468, 162], { colour: 'muted' }),
    ]),
    from(3, [
      box([390, 170], 160, 96, { colour: 'gold', fill: 'soft', round: 18 }),
      each(range(3), (at) => ring([424 + at * 30, 200], 10, { colour: 'ink' })),
      each(range(5), (at) =>
        path(
          [
            [416 + at * 22, 226],
            [424 + at * 22, 226],
            [420 + at * 22, 246],
          ],
          { closed: true, fill: 'ink' },
        ),
      ),
      words('3 + 5 measures of grain', [470, 290], { size: 17, colour: 'muted' }),
    ]),
    from(4, [
      arrow([468, 310], [468, 336], { colour: 'muted' }),
      words('thing → sound → word', [450, 366], { serif: true, size: 25 }),
      words('law, letter, poem', [450, 404], { serif: true, italic: true, size: 22, colour: 'accent' }),
    ]),
  ],
  4: [
    from(1, [
      each(
        ['L', 'Y', 'C', 'E', 'U', 'M'],
        (letter, at) =>
          box([56 + at * 84, 60], 70, 84, { colour: 'accent', fill: 'soft', round: 6 }) +
          `<g transform="translate(${182 + at * 168} 0) scale(-1 1)">${words(letter, [91 + at * 84, 102], { serif: true, size: 46, bold: true })}</g>`,
      ),
      words('type is a mirror image', [300, 172], { size: 18, colour: 'muted' }),
    ]),
    during(2, 4, [
      page(40, 220, 84, 108, 5),
      words('1 scribe', [82, 356], { size: 18, colour: 'muted' }),
      each(range(9), (at) => page(230 + (at % 9) * 30, 214 + (at % 3) * 8, 84, 108, 5)),
      words('1 press', [400, 370], { size: 18, colour: 'muted' }),
    ]),
    during(3, 4, [
      box([226, 250], 330, 14, { colour: 'none', fill: 'none' }),
      arrow([566, 210], [524, 240], { colour: 'gold' }),
      words('page 12, line 5', [594, 194], { size: 18, colour: 'gold', bold: true, anchor: 'end' }),
    ]),
    from(4, [
      words('weeks, not years', [300, 408], { serif: true, italic: true, size: 26, colour: 'accent' }),
    ]),
  ],
  5: [
    from(1, [
      box([110, 190], 90, 160, { colour: 'accent', fill: 'soft', round: 4 }),
      box([114, 250], 82, 22, { colour: 'none', fill: 'accent', round: 2 }),
      line([155, 250], [155, 120], { width: 6 }),
      line([60, 150], [330, 96], { width: 12, colour: 'muted' }),
      dot([196, 123], 9, { fill: 'ink' }),
      line([320, 98], [320, 230], { width: 4 }),
      words('pump', [352, 206], { size: 19 }),
      words('1712', [155, 384], { serif: true, size: 30 }),
    ]),
    from(2, [
      box([250, 280], 90, 70, { colour: 'gold', fill: 'paper', round: 4 }),
      line([200, 315], [250, 315], { colour: 'gold', width: 5 }),
      words('condenser', [296, 376], { size: 18, colour: 'gold', bold: true }),
    ]),
    during(3, 4, [
      line([400, 392], [580, 392], { colour: 'muted', width: 4 }),
      box([420, 326], 100, 44, { colour: 'none', fill: 'ink', round: 6 }),
      box([520, 296], 44, 74, { colour: 'none', fill: 'ink', round: 4 }),
      box([434, 292], 16, 34, { colour: 'none', fill: 'ink', round: 2 }),
      each([446, 492, 544], (x) => dot([x, 374], 17, { fill: 'accent' })),
    ]),
    only(3, [
      ring([490, 190], 58, { width: 4 }),
      line([490, 190], [490, 150], { width: 5 }),
      line([490, 190], [520, 190], { width: 5 }),
      words('one time', [490, 108], { size: 19, colour: 'muted' }),
    ]),
    from(4, [
      graph((x) => 222 - 7 * Math.exp((x - 400) / 52), 400, 570, { colour: 'accent' }),
      arrow([396, 227], [580, 227], { colour: 'muted' }),
      words('output', [446, 180], { size: 18, colour: 'accent', bold: true }),
      words('1700', [412, 246], { size: 15, colour: 'muted' }),
      words('1900', [562, 246], { size: 15, colour: 'muted' }),
    ]),
  ],
});
