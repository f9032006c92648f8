import { during, each, from, only, range } from '../diagrams/compose.ts';
import { arrow, axes, box, dot, graph, labelled, line, path, ring, words } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './mth.json' with { type: 'json' };

const parabola = (x: number) => 390 - ((x - 90) / 25) ** 2;
const slopeAt = (x: number) => (-2 * (x - 90)) / 625;

/** Draws the straight line through two points of the parabola, with a dot at the second one. */
const secant = (x1: number, x2: number, colour: 'gold' | 'muted') => {
  const slope = (parabola(x2) - parabola(x1)) / (x2 - x1);
  const yOnLine = (x: number) => parabola(x1) + slope * (x - x1);
  return (
    line([210, yOnLine(210)], [540, yOnLine(540)], { colour, width: 3 }) +
    dot([x2, parabola(x2)], 8, { fill: colour })
  );
};

export const mth = composeLessons(texts, {
  1: [
    only(1, [
      each(['2 + 4 = 6', '10 + 8 = 18', '96 + 4 = 100', '…'], (sum, at) =>
        words(sum, [300, 90 + at * 74], { serif: true, size: 34, colour: at === 3 ? 'muted' : 'ink' }),
      ),
      words('is it so for all of them?', [300, 404], { colour: 'gold', size: 22, bold: true }),
    ]),
    from(2, [labelled('even = 2 × a whole number', [110, 36], 380, 64, { text: { size: 24 } })]),
    from(3, [
      arrow([300, 100], [300, 134]),
      words('2a + 2b', [300, 164], { serif: true, size: 38 }),
      arrow([300, 192], [300, 226]),
      words('2 (a + b)', [300, 258], { serif: true, size: 38 }),
    ]),
    from(4, [
      arrow([300, 288], [300, 322]),
      labelled('even', [215, 328], 170, 62, { fill: 'accent', text: { colour: 'paper', size: 26 } }),
      box([418, 350], 24, 24, { fill: 'gold', colour: 'none', round: 2 }),
    ]),
  ],
  2: [
    only(1, [
      ring([150, 210], 130, { colour: 'accent' }),
      ring([450, 210], 130, { colour: 'gold' }),
      each(
        [120, 210, 300],
        (y, at) => dot([150, y], 9) + arrow([164, y], [434, [150, 150, 270][at] ?? 0], { colour: 'muted' }),
      ),
      dot([450, 150], 9, { fill: 'gold' }),
      dot([450, 270], 9, { fill: 'gold' }),
      words('x', [150, 50], { serif: true, italic: true, size: 32 }),
      words('f(x)', [450, 50], { serif: true, italic: true, size: 32 }),
    ]),
    during(2, 3, [
      axes([90, 390], 470, 340, 'x', 'f(x)'),
      graph((x) => 390 - 15.2 * Math.sqrt(Math.max(0, x - 90)), 90, 540),
    ]),
    only(2, [
      line([315, 390], [315, 162], { colour: 'gold', dash: true }),
      line([315, 162], [90, 162], { colour: 'gold', dash: true }),
      dot([315, 162], 9, { fill: 'gold' }),
    ]),
    only(3, [
      line([90, 390], [540, 390], { colour: 'accent', width: 9 }),
      words('domain', [330, 414], { colour: 'accent', bold: true }),
      line([90, 390], [90, 72], { colour: 'gold', width: 9 }),
      words('range', [58, 220], { colour: 'gold', bold: true, turn: -90 }),
      words('√x', [480, 60], { serif: true, italic: true, size: 34 }),
    ]),
    from(4, [
      each(
        [
          ['x', 24],
          ['+ 1', 150],
          ['square', 300],
          ['(x + 1)²', 462],
        ],
        ([name, x], at) =>
          at === 0 || at === 3
            ? words(name, [x + 36, 120], { serif: true, italic: true, size: 30 })
            : labelled(name, [x, 88], 112, 64),
      ),
      arrow([86, 120], [142, 120]),
      arrow([264, 120], [294, 120]),
      arrow([414, 120], [442, 120]),
      each(
        [
          ['x', 24],
          ['square', 150],
          ['+ 1', 300],
          ['x² + 1', 462],
        ],
        ([name, x], at) =>
          at === 0 || at === 3
            ? words(name, [x + 36, 300], { serif: true, italic: true, size: 30 })
            : labelled(name, [x, 268], 112, 64, { colour: 'gold' }),
      ),
      arrow([86, 300], [142, 300]),
      arrow([264, 300], [294, 300]),
      arrow([414, 300], [442, 300]),
      words('≠', [500, 210], { size: 40, colour: 'muted' }),
    ]),
  ],
  3: [
    from(1, [
      axes([90, 390], 480, 350, 'x', 'y'),
      graph(parabola, 90, 548),
      dot([270, parabola(270)], 9, { fill: 'ink' }),
    ]),
    during(1, 2, [secant(270, 520, 'muted')]),
    only(1, [
      path(
        [
          [270, parabola(270)],
          [520, parabola(270)],
          [520, parabola(520)],
        ],
        { colour: 'gold', dash: true },
      ),
      words('along', [400, parabola(270) + 22], { colour: 'gold', size: 18 }),
      words('up', [546, 230], { colour: 'gold', size: 18 }),
    ]),
    only(2, [secant(270, 430, 'muted'), secant(270, 340, 'gold')]),
    from(3, [
      line([200, parabola(270) + slopeAt(270) * -70], [545, parabola(270) + slopeAt(270) * 275], {
        colour: 'gold',
        width: 5,
      }),
      words('tangent', [548, 250], { colour: 'gold', bold: true, anchor: 'end' }),
    ]),
    only(3, [
      words('f(x + h) − f(x)', [262, 66], { serif: true, size: 28 }),
      line([170, 88], [356, 88], { width: 2.5 }),
      words('h', [262, 110], { serif: true, italic: true, size: 28 }),
      words('h → 0', [212, 156], { size: 21, colour: 'muted' }),
    ]),
    from(4, [
      words('(x + h)² − x²', [246, 60], { serif: true, size: 26 }),
      line([160, 80], [332, 80], { width: 2.5 }),
      words('h', [246, 101], { serif: true, italic: true, size: 26 }),
      words('= 2x + h → 2x', [262, 146], { serif: true, size: 28 }),
    ]),
  ],
  4: [
    from(1, [axes([80, 390], 490, 340, 'x', 'y')]),
    only(1, [
      each(range(5), (at) => {
        const x = 120 + at * 80;
        const top = 330 - ((x - 80) / 30) ** 2;
        return box([x, top], 80, 390 - top, { colour: 'accent', fill: 'soft', round: 0 });
      }),
    ]),
    only(2, [
      each(range(20), (at) => {
        const x = 120 + at * 20;
        const top = 330 - ((x - 80) / 30) ** 2;
        return box([x, top], 20, 390 - top, { colour: 'accent', fill: 'soft', round: 0, width: 1.5 });
      }),
    ]),
    from(3, [
      path(
        [
          [120, 390],
          ...range(41).map((at) => [120 + at * 10, 330 - ((40 + at * 10) / 30) ** 2] as const),
          [520, 390],
        ],
        { closed: true, colour: 'none', fill: 'soft' },
      ),
      words('a', [120, 412], { serif: true, italic: true, size: 24 }),
      words('b', [520, 412], { serif: true, italic: true, size: 24 }),
    ]),
    from(1, [graph((x) => 330 - ((x - 80) / 30) ** 2, 80, 540)]),
    only(3, [
      words('∫', [196, 110], { serif: true, size: 84 }),
      words('f(x) dx', [290, 112], { serif: true, italic: true, size: 36 }),
      words('b', [222, 66], { italic: true, serif: true, size: 20 }),
      words('a', [206, 164], { italic: true, serif: true, size: 20 }),
    ]),
    from(4, [
      words('= F(b) − F(a)', [250, 110], { serif: true, size: 36 }),
      words('where F′ = f', [250, 164], { size: 22, colour: 'muted' }),
    ]),
  ],
  5: [
    only(1, [
      each(range(6), (at) =>
        labelled(String(at + 1), [32 + at * 92, 120], 78, 78, {
          colour: at > 3 ? 'gold' : 'accent',
          fill: at > 3 ? 'gold' : 'soft',
          text: { size: 34, serif: true, colour: at > 3 ? 'paper' : 'ink' },
        }),
      ),
      words('P(5 or 6) = 2⁄6 = 1⁄3', [300, 300], { serif: true, size: 36 }),
    ]),
    only(2, [
      each(range(36), (at) =>
        box([150 + (at % 6) * 50, 50 + Math.floor(at / 6) * 50], 44, 44, {
          colour: at === 35 ? 'gold' : 'hair',
          fill: at === 35 ? 'gold' : 'soft',
          round: 6,
        }),
      ),
      words('1⁄6 × 1⁄6 = 1⁄36', [300, 396], { serif: true, size: 32 }),
    ]),
    only(3, [
      each(
        range(4),
        (at) =>
          labelled('not 6', [24 + at * 144, 80], 116, 76) +
          (at < 3 ? words('×', [154 + at * 144, 118], { size: 26 }) : ''),
      ),
      words('(5⁄6)⁴ ≈ 0.48', [300, 240], { serif: true, size: 34, colour: 'muted' }),
      words('1 − 0.48 = 0.52', [300, 320], { serif: true, size: 40, colour: 'gold', bold: true }),
    ]),
    from(4, [
      axes([70, 390], 500, 340, 'throws', 'share of sixes'),
      line([70, 250], [550, 250], { colour: 'gold', dash: true }),
      words('1⁄6', [44, 250], { size: 22, colour: 'gold', bold: true }),
      path(
        range(97).map((at) => [
          74 + at * 5,
          250 - (170 / (1 + at * 0.16)) * Math.sin(at * 1.7 + 1) * Math.cos(at * 0.43),
        ]),
        { colour: 'accent', width: 3.5 },
      ),
    ]),
  ],
});
