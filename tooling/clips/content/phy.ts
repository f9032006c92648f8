import {
  arrow,
  box,
  dot,
  during,
  each,
  from,
  graph,
  labelled,
  line,
  path,
  ring,
  upTo,
  words,
} from '../diagrams/kit.ts';
import type { Lessons } from '../lesson.ts';

const wave =
  (middle: number, height: number, length: number, shift = 0) =>
  (x: number) =>
    middle - height * Math.sin(((x - 50 + shift) / length) * 2 * Math.PI);

export const phy: Lessons = [
  {
    opening: 'Physics begins when we stop saying “long” and start saying how long.',
    points: [
      {
        head: 'A number needs a unit',
        says: 'Three is nothing; three metres is a length. The SI builds all units from seven, such as metre, kilogram and second.',
      },
      {
        head: 'Units calculate along',
        says: 'Divide metres by seconds, and you have a speed. If the units do not fit, the formula is wrong.',
      },
      {
        head: 'No measurement is exact',
        says: 'Read a ruler, and you know the length to half a millimetre or so. Say it: two hundred and ten, plus or minus half.',
      },
      {
        head: 'Precise is not accurate',
        says: 'Precise readings lie close together; accurate ones lie close to the truth. A badly set scale is precisely wrong.',
      },
    ],
    gist: 'A measurement is a number, a unit, and how far it can be trusted.',
    diagram: [
      from(
        1,
        line([40, 120], [560, 120], { width: 3 }),
        each(upTo(27), (at) =>
          line([40 + at * 20, 120], [40 + at * 20, at % 5 === 0 ? 88 : 102], { width: 2 }),
        ),
        each(upTo(6), (at) => words(String(at * 50), [40 + at * 100, 70], { size: 17, of: 'muted' })),
        words('mm', [575, 100], { size: 17, of: 'muted' }),
        box([40, 128], 420, 34, { of: 'accent', fill: 'accent', round: 4 }),
      ),
      during(2, 2, words('100 m ÷ 10 s = 10 m/s', [300, 270], { serif: true, size: 38 })),
      during(
        3,
        3,
        line([460, 120], [460, 210], { of: 'gold', dash: true }),
        words('210.0 ± 0.5 mm', [300, 270], { serif: true, size: 38 }),
      ),
      from(
        4,
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
          ] as const,
          ([x, name, shots]) =>
            ring([x, 300], 76, { of: 'hair' }) +
            ring([x, 300], 46, { of: 'hair' }) +
            ring([x, 300], 16, { of: 'accent' }) +
            each<readonly [number, number]>(shots, ([dx, dy]) =>
              dot([x + dx, 300 + dy], 7, { fill: 'gold' }),
            ) +
            words(name, [x, 408], { bold: true }),
        ),
      ),
    ].join(''),
  },
  {
    opening: 'Things do not need a push to go on. They need one to change.',
    points: [
      {
        head: 'Left alone, nothing changes',
        says: 'Newton’s first law: without a force, a body keeps its speed and its direction. Rest is only the speed nought.',
      },
      {
        head: 'F = m × a',
        says: 'The second: force is mass times acceleration. Twice the force, twice the acceleration; twice the mass, half of it.',
      },
      {
        head: 'Forces come in pairs',
        says: 'The third: if you push the wall, the wall pushes you, as strongly, and the other way.',
      },
      {
        head: 'Weight is a force',
        says: 'The earth pulls each kilogram with nine point eight newtons. Without air, everything falls equally fast.',
      },
    ],
    gist: 'Forces do not keep things moving; they change how things move.',
    diagram: [
      during(
        1,
        1,
        line([30, 300], [570, 300], { of: 'muted' }),
        each(
          upTo(4),
          (at) =>
            ring([80 + at * 130, 264], 34, { of: 'accent', fill: at === 3 ? 'soft' : 'none', dash: at < 3 }) +
            arrow([122 + at * 130, 264], [166 + at * 130, 264], { of: 'gold' }),
        ),
        words('no force: the same step each second', [300, 350], { size: 20, of: 'muted' }),
      ),
      during(
        2,
        2,
        each(
          [
            [110, 60, 'm', 'a'],
            [250, 60, 'm', '2a'],
            [340, 120, '2m', 'a'],
          ] as const,
          ([y, size, mass, gain], at) => {
            const top = [50, 180, 310][at] ?? y;
            return (
              labelled(mass, [170, top], size, 78, { text: { serif: true, italic: true, size: 26 } }) +
              arrow([at === 0 ? 104 : 52, top + 39], [160, top + 39], { of: 'gold', width: 5 }) +
              words(at === 0 ? 'F' : '2F', [at === 0 ? 80 : 24, top + 39], {
                serif: true,
                italic: true,
                size: 26,
                of: 'gold',
              }) +
              arrow([180 + size, top + 39], [180 + size + (gain === '2a' ? 200 : 100), top + 39], {
                width: 4,
              }) +
              words(gain, [214 + size + (gain === '2a' ? 200 : 100), top + 39], {
                serif: true,
                italic: true,
                size: 28,
              })
            );
          },
        ),
      ),
      during(
        3,
        3,
        box([380, 60], 60, 300, { of: 'muted', fill: 'hair', round: 2 }),
        ring([190, 140], 36, {}),
        path(
          [
            [190, 176],
            [180, 270],
            [150, 360],
          ],
          {},
        ),
        path(
          [
            [180, 270],
            [222, 360],
          ],
          {},
        ),
        path(
          [
            [188, 200],
            [280, 206],
            [376, 210],
          ],
          {},
        ),
        arrow([384, 190], [500, 190], { of: 'gold', width: 5 }),
        words('you push', [520, 160], { of: 'gold', bold: true }),
        arrow([372, 240], [256, 240], { of: 'accent', width: 5 }),
        words('it pushes', [296, 272], { of: 'accent', bold: true }),
      ),
      from(
        4,
        line([60, 390], [540, 390], { of: 'muted' }),
        each(
          upTo(5),
          (at) =>
            dot([200, 60 + at * at * 18], 18) +
            ring([400, 60 + at * at * 18], 30, { of: 'gold', width: 4 }) +
            words(`${at}`, [64, 60 + at * at * 18], { size: 17, of: 'muted' }),
        ),
        words('1 kg', [200, 412], { size: 19 }),
        words('5 kg', [400, 412], { size: 19 }),
      ),
    ].join(''),
  },
  {
    opening: 'Energy has many faces, and one sum that never changes.',
    points: [
      {
        head: 'Work is force times way',
        says: 'Lift a kilogram by one metre, and you do nine point eight joules of work. That is what energy is measured in.',
      },
      {
        head: 'High up: potential energy',
        says: 'What was lifted can fall again. Its energy is m times g times h: mass, gravity, and height.',
      },
      {
        head: 'In motion: kinetic energy',
        says: 'On the way down it gains speed. Its energy is half of m v squared: twice the speed, four times the energy.',
      },
      {
        head: 'The sum stays',
        says: 'Without friction, what one loses the other gains. With friction, the rest is warmth; nothing is lost.',
      },
    ],
    gist: 'Energy is never made and never lost; it only changes its form.',
    diagram: [
      from(
        1,
        path(
          upTo(61).map(
            (at) =>
              [
                40 + at * 8.7,
                90 + 250 * Math.sin((at / 60) * Math.PI) ** 1.4 * (1 - 0.16 * (at / 60)),
              ] as const,
          ),
          { of: 'muted', width: 5 },
        ),
        dot([40, 70], 20),
      ),
      during(
        1,
        1,
        arrow([90, 330], [90, 120], { of: 'gold', width: 4 }),
        words('F × h', [136, 322], { serif: true, italic: true, size: 26, of: 'gold' }),
      ),
      from(2, words('m g h', [110, 44], { serif: true, italic: true, size: 30, of: 'accent' })),
      from(
        3,
        dot([290, 300], 20, { fill: 'gold' }),
        words('½ m v²', [300, 246], { serif: true, italic: true, size: 30, of: 'gold' }),
      ),
      from(
        4,
        dot([520, 132], 20),
        each(
          [
            [60, 1],
            [290, 0.08],
            [520, 0.82],
          ] as const,
          ([x, potential]) =>
            box([x - 45, 380], 90 * potential, 26, { of: 'none', fill: 'accent', round: 0 }) +
            box([x - 45 + 90 * potential, 380], 90 * (1 - potential), 26, {
              of: 'none',
              fill: 'gold',
              round: 0,
            }),
        ),
        words('potential + kinetic: always the same length', [300, 426], { size: 17, of: 'muted' }),
      ),
    ].join(''),
  },
  {
    opening: 'A wave carries energy far, while what it runs through stays where it is.',
    points: [
      {
        head: 'Something swings, and passes it on',
        says: 'Each part of the rope moves up and down only. What travels is the shape.',
      },
      {
        head: 'Wavelength and frequency',
        says: 'From crest to crest is one wavelength. The frequency is how many crests pass in a second.',
      },
      {
        head: 'v = f × λ',
        says: 'Speed is frequency times wavelength. Sound in air: three hundred and forty metres a second, so an A of four hundred and forty hertz is seventy-seven centimetres long.',
      },
      {
        head: 'Waves add up',
        says: 'Crest on crest makes a higher one; crest on trough makes nothing. That is interference, and only waves do it.',
      },
    ],
    gist: 'A wave moves a pattern, not matter; where two meet, they add.',
    diagram: [
      during(
        1,
        3,
        graph(wave(210, 90, 250), 50, 550),
        each(upTo(9), (at) => dot([66 + at * 58, wave(210, 90, 250)(66 + at * 58)], 9, { fill: 'ink' })),
      ),
      during(
        1,
        1,
        arrow([124, 150], [124, 262], { of: 'gold' }),
        arrow([400, 60], [520, 60], { of: 'gold', width: 4 }),
        words('the shape travels', [300, 60], { size: 20, of: 'gold', bold: true }),
      ),
      during(
        2,
        3,
        line([112, 92], [362, 92], { of: 'gold' }),
        arrow([200, 92], [114, 92], { of: 'gold' }),
        arrow([280, 92], [360, 92], { of: 'gold' }),
        words('wavelength λ', [238, 64], { of: 'gold', bold: true }),
      ),
      during(3, 3, words('340 m/s = 440 Hz × 0.77 m', [300, 380], { serif: true, size: 34 })),
      from(
        4,
        graph(wave(90, 46, 200), 50, 270),
        graph(wave(180, 46, 200), 50, 270, { of: 'gold' }),
        graph(wave(340, 84, 200), 50, 270, { of: 'ink' }),
        words('+', [26, 180], { size: 26 }),
        words('=', [26, 340], { size: 26 }),
        graph(wave(90, 46, 200), 330, 550),
        graph(wave(180, 46, 200, 100), 330, 550, { of: 'gold' }),
        line([330, 340], [550, 340], { width: 4 }),
        words('in step', [160, 24], { size: 18, of: 'muted' }),
        words('out of step', [440, 24], { size: 18, of: 'muted' }),
      ),
    ].join(''),
  },
  {
    opening: 'Coffee cools, and never warms up by itself. Behind that lies a law.',
    points: [
      {
        head: 'Heat is hidden motion',
        says: 'Temperature tells how fiercely the particles move. Nothing is colder than minus two hundred and seventy-three degrees, where that motion is least.',
      },
      {
        head: 'First law: nothing is lost',
        says: 'Heat is energy on its way. What a body takes in warms it, or does work; the sum is right to the last joule.',
      },
      {
        head: 'Second law: hot to cold',
        says: 'By itself, heat flows from hot to cold only. To send it back, as a refrigerator does, takes work.',
      },
      {
        head: 'Because disorder is likelier',
        says: 'There are far more ways to be mixed than to be sorted. Entropy counts them, and on the whole it grows.',
      },
    ],
    gist: 'Energy stays, but it spreads out; that is why time has a direction.',
    diagram: [
      during(
        1,
        3,
        box([50, 70], 220, 240, { of: 'gold' }),
        box([330, 70], 220, 240, { of: 'accent' }),
        each(upTo(12), (at) => {
          const x = 84 + (at % 4) * 50;
          const y = 110 + Math.floor(at / 4) * 74;
          const angle = at * 2.4;
          return (
            dot([x, y], 9, { fill: 'gold' }) +
            arrow([x, y], [x + 36 * Math.cos(angle), y + 36 * Math.sin(angle)], { of: 'gold' })
          );
        }),
        each(upTo(12), (at) => {
          const x = 364 + (at % 4) * 50;
          const y = 110 + Math.floor(at / 4) * 74;
          const angle = at * 1.9 + 1;
          return (
            dot([x, y], 9) +
            line([x, y], [x + 17 * Math.cos(angle), y + 17 * Math.sin(angle)], { of: 'accent' })
          );
        }),
        words('hot', [160, 40], { of: 'gold', bold: true }),
        words('cold', [440, 40], { of: 'accent', bold: true }),
      ),
      during(2, 2, words('heat in = warmer + work out', [300, 376], { serif: true, size: 32 })),
      during(
        3,
        3,
        arrow([220, 360], [380, 360], { of: 'gold', width: 7 }),
        words('by itself', [300, 392], { size: 20 }),
        words('never back', [462, 360], { size: 20, of: 'muted' }),
      ),
      from(
        4,
        box([40, 90], 240, 220, { of: 'muted' }),
        box([320, 90], 240, 220, { of: 'muted' }),
        each(upTo(24), (at) => {
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
      ),
    ].join(''),
  },
];
