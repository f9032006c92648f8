import { during, each, from, only, range } from '../diagrams/compose.ts';
import { arrow, box, dot, graph, labelled, line, path, ring, words } from '../diagrams/shapes.ts';
import { composeLessons } from '../lesson.ts';
import texts from './phy.json' with { type: 'json' };

/** Returns a sine wave as a function from x to y. @param height the amplitude. @param shift how far the wave is moved to the left, in pixels. */
const wave =
  (middle: number, height: number, length: number, shift = 0) =>
  (x: number) =>
    middle - height * Math.sin(((x - 50 + shift) / length) * 2 * Math.PI);

export const phy = composeLessons(texts, {
  1: [
    from(1, [
      line([40, 120], [560, 120], { width: 3 }),
      each(range(27), (at) =>
        line([40 + at * 20, 120], [40 + at * 20, at % 5 === 0 ? 88 : 102], { width: 2 }),
      ),
      each(range(6), (at) => words(String(at * 50), [40 + at * 100, 70], { size: 17, colour: 'muted' })),
      words('mm', [575, 100], { size: 17, colour: 'muted' }),
      box([40, 128], 420, 34, { colour: 'accent', fill: 'accent', round: 4 }),
    ]),
    only(2, [words('100 m ÷ 10 s = 10 m/s', [300, 270], { serif: true, size: 38 })]),
    only(3, [
      line([460, 120], [460, 210], { colour: 'gold', dash: true }),
      words('210.0 ± 0.5 mm', [300, 270], { serif: true, size: 38 }),
    ]),
    from(4, [
      each(
        [
          [
            110,
            'precise',
            [
              [-34, -22],
              [-28, -30],
              [-40, -32],
              [-30, -38],
            ],
          ],
          [
            300,
            'accurate',
            [
              [-30, 18],
              [26, -24],
              [20, 30],
              [-18, -30],
            ],
          ],
          [
            490,
            'both',
            [
              [-5, 4],
              [6, -3],
              [2, 8],
              [-6, -7],
            ],
          ],
        ],
        ([x, name, shots]) =>
          ring([x, 300], 76, { colour: 'hair' }) +
          ring([x, 300], 46, { colour: 'hair' }) +
          ring([x, 300], 16, { colour: 'accent' }) +
          each<readonly [number, number]>(shots, ([dx, dy]) => dot([x + dx, 300 + dy], 7, { fill: 'gold' })) +
          words(name, [x, 408], { bold: true }),
      ),
    ]),
  ],
  2: [
    only(1, [
      line([30, 300], [570, 300], { colour: 'muted' }),
      each(
        range(4),
        (at) =>
          ring([80 + at * 130, 264], 34, {
            colour: 'accent',
            fill: at === 3 ? 'soft' : 'none',
            dash: at < 3,
          }) + arrow([122 + at * 130, 264], [166 + at * 130, 264], { colour: 'gold' }),
      ),
      words('no force: the same step each second', [300, 350], { size: 20, colour: 'muted' }),
    ]),
    only(2, [
      each(
        [
          [50, 60, 'm', 'a'],
          [180, 60, 'm', '2a'],
          [310, 120, '2m', 'a'],
        ],
        ([top, size, mass, acceleration], at) => {
          return (
            labelled(mass, [170, top], size, 78, { text: { serif: true, italic: true, size: 26 } }) +
            arrow([at === 0 ? 104 : 52, top + 39], [160, top + 39], { colour: 'gold', width: 5 }) +
            words(at === 0 ? 'F' : '2F', [at === 0 ? 80 : 24, top + 39], {
              serif: true,
              italic: true,
              size: 26,
              colour: 'gold',
            }) +
            arrow([180 + size, top + 39], [180 + size + (acceleration === '2a' ? 200 : 100), top + 39], {
              width: 4,
            }) +
            words(acceleration, [214 + size + (acceleration === '2a' ? 200 : 100), top + 39], {
              serif: true,
              italic: true,
              size: 28,
            })
          );
        },
      ),
    ]),
    only(3, [
      box([380, 60], 60, 300, { colour: 'muted', fill: 'hair', round: 2 }),
      ring([190, 140], 36),
      path('190,176 180,270 150,360'),
      path('180,270 222,360'),
      path('188,200 280,206 376,210'),
      arrow([384, 190], [500, 190], { colour: 'gold', width: 5 }),
      words('you push', [520, 160], { colour: 'gold', bold: true }),
      arrow([372, 240], [256, 240], { colour: 'accent', width: 5 }),
      words('it pushes', [296, 272], { colour: 'accent', bold: true }),
    ]),
    from(4, [
      line([60, 390], [540, 390], { colour: 'muted' }),
      each(
        range(5),
        (at) =>
          dot([200, 60 + at * at * 18], 18) +
          ring([400, 60 + at * at * 18], 30, { colour: 'gold', width: 4 }) +
          words(`${at}`, [64, 60 + at * at * 18], { size: 17, colour: 'muted' }),
      ),
      words('1 kg', [200, 412], { size: 19 }),
      words('5 kg', [400, 412], { size: 19 }),
    ]),
  ],
  3: [
    from(1, [
      path(
        range(61).map((at) => [
          40 + at * 8.7,
          90 + 250 * Math.sin((at / 60) * Math.PI) ** 1.4 * (1 - 0.16 * (at / 60)),
        ]),
        { colour: 'muted', width: 5 },
      ),
      dot([40, 70], 20),
    ]),
    only(1, [
      arrow([90, 330], [90, 120], { colour: 'gold', width: 4 }),
      words('F × h', [136, 322], { serif: true, italic: true, size: 26, colour: 'gold' }),
    ]),
    from(2, [words('m g h', [110, 44], { serif: true, italic: true, size: 30, colour: 'accent' })]),
    from(3, [
      dot([290, 300], 20, { fill: 'gold' }),
      words('½ m v²', [300, 246], { serif: true, italic: true, size: 30, colour: 'gold' }),
    ]),
    from(4, [
      dot([520, 132], 20),
      each(
        [
          [60, 1],
          [290, 0.08],
          [520, 0.82],
        ],
        ([x, potential]) =>
          box([x - 45, 380], 90 * potential, 26, { colour: 'none', fill: 'accent', round: 0 }) +
          box([x - 45 + 90 * potential, 380], 90 * (1 - potential), 26, {
            colour: 'none',
            fill: 'gold',
            round: 0,
          }),
      ),
      words('potential + kinetic: always the same length', [300, 426], { size: 17, colour: 'muted' }),
    ]),
  ],
  4: [
    during(1, 3, [
      graph(wave(210, 90, 250), 50, 550),
      each(range(9), (at) => dot([66 + at * 58, wave(210, 90, 250)(66 + at * 58)], 9, { fill: 'ink' })),
    ]),
    only(1, [
      arrow([124, 150], [124, 262], { colour: 'gold' }),
      arrow([400, 60], [520, 60], { colour: 'gold', width: 4 }),
      words('the shape travels', [300, 60], { size: 20, colour: 'gold', bold: true }),
    ]),
    during(2, 3, [
      line([112, 92], [362, 92], { colour: 'gold' }),
      arrow([200, 92], [114, 92], { colour: 'gold' }),
      arrow([280, 92], [360, 92], { colour: 'gold' }),
      words('wavelength λ', [238, 64], { colour: 'gold', bold: true }),
    ]),
    only(3, [words('340 m/s = 440 Hz × 0.77 m', [300, 380], { serif: true, size: 34 })]),
    from(4, [
      graph(wave(90, 46, 200), 50, 270),
      graph(wave(180, 46, 200), 50, 270, { colour: 'gold' }),
      graph(wave(340, 84, 200), 50, 270, { colour: 'ink' }),
      words('+', [26, 180], { size: 26 }),
      words('=', [26, 340], { size: 26 }),
      graph(wave(90, 46, 200), 330, 550),
      graph(wave(180, 46, 200, 100), 330, 550, { colour: 'gold' }),
      line([330, 340], [550, 340], { width: 4 }),
      words('in step', [160, 24], { size: 18, colour: 'muted' }),
      words('out of step', [440, 24], { size: 18, colour: 'muted' }),
    ]),
  ],
  5: [
    during(1, 3, [
      box([50, 70], 220, 240, { colour: 'gold' }),
      box([330, 70], 220, 240, { colour: 'accent' }),
      each(range(12), (at) => {
        const x = 84 + (at % 4) * 50;
        const y = 110 + Math.floor(at / 4) * 74;
        const angle = at * 2.4;
        return (
          dot([x, y], 9, { fill: 'gold' }) +
          arrow([x, y], [x + 36 * Math.cos(angle), y + 36 * Math.sin(angle)], { colour: 'gold' })
        );
      }),
      each(range(12), (at) => {
        const x = 364 + (at % 4) * 50;
        const y = 110 + Math.floor(at / 4) * 74;
        const angle = at * 1.9 + 1;
        return (
          dot([x, y], 9) +
          line([x, y], [x + 17 * Math.cos(angle), y + 17 * Math.sin(angle)], { colour: 'accent' })
        );
      }),
      words('hot', [160, 40], { colour: 'gold', bold: true }),
      words('cold', [440, 40], { colour: 'accent', bold: true }),
    ]),
    only(2, [words('heat in = warmer + work out', [300, 376], { serif: true, size: 32 })]),
    only(3, [
      arrow([220, 360], [380, 360], { colour: 'gold', width: 7 }),
      words('by itself', [300, 392], { size: 20 }),
      words('never back', [462, 360], { size: 20, colour: 'muted' }),
    ]),
    from(4, [
      box([40, 90], 240, 220, { colour: 'muted' }),
      box([320, 90], 240, 220, { colour: 'muted' }),
      each(range(24), (at) => {
        const x = 72 + (at % 6) * 35;
        const y = 124 + Math.floor(at / 6) * 50;
        return (
          dot([x, y], 10, { fill: at % 6 < 3 ? 'gold' : 'accent' }) +
          dot([x + 280 + ((at * 13) % 7) - 3, y + ((at * 29) % 15) - 7], 10, {
            fill: (at * 17 + Math.floor(at / 5)) % 7 < 3 ? 'gold' : 'accent',
          })
        );
      }),
      arrow([286, 200], [314, 200], { width: 4 }),
      words('few ways', [160, 346], { size: 22, serif: true }),
      words('very many ways', [440, 346], { size: 22, serif: true }),
    ]),
  ],
});
