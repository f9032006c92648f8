import { circle, each, path, rect, stroke } from './shapes.ts';

const skins = ['#8D5A3B', '#F1C9A5', '#C68A5E', '#5B3A29', '#E5B08A', '#A86F45'];
const hairs = ['#1C1A1A', '#5A3A22', '#B5763A', '#2B2B36', '#D9B26A', '#8A8A8A'];
const clothes = ['#4F5BD5', '#2F8F6B', '#C8505A', '#A4633A', '#2A8C8C', '#7A5BC0', '#26313F'];
const grounds = ['#E4E7FB', '#FFEFD2', '#E1F0E8', '#FBE6E3', '#EFE9F9', '#F7EFDF', '#E3F1F0'];

type Hair = (colour: string) => { behind: string; before: string };

const hairstyles: readonly Hair[] = [
  (colour) => ({ behind: '', before: path('M50 74a30 32 0 0 1 60 0q-30 -20 -60 0z', { fill: colour }) }),
  (colour) => ({
    behind: path('M44 78a36 38 0 0 1 72 0v42q-36 14 -72 0z', { fill: colour }),
    before: path('M50 72a30 30 0 0 1 60 0q-12 -12 -34 -14q-14 2 -26 14z', { fill: colour }),
  }),
  (colour) => ({
    behind: circle(80, 62, 40, colour) + circle(48, 76, 20, colour) + circle(112, 76, 20, colour),
    before: '',
  }),
  (colour) => ({
    behind: circle(80, 34, 16, colour),
    before: path('M50 72a30 30 0 0 1 60 0q-30 -24 -60 0z', { fill: colour }),
  }),
  (colour) => ({
    behind: path('M46 74a34 36 0 0 1 68 0l6 60q-40 16 -80 0z', { fill: colour }),
    before: path('M52 68a28 26 0 0 1 56 0q-10 8 -28 8t-28 -8z', { fill: colour }),
  }),
  () => ({ behind: '', before: '' }),
];

export const portraitCount = 12;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Draws an abstract portrait, 160 × 160. */
export const drawPortrait = (index: number): string => {
  // The second half repeats the hairstyles in other colours.
  const round = Math.floor(index / hairstyles.length);
  const hair = pick(hairstyles, index)(pick(hairs, index * 5 + 1 + round * 3));
  const skin = pick(skins, index * 7 + 2 + round * 2);
  const glasses =
    index % 4 === 1
      ? each(2, (i) => circle(69 + i * 22, 78, 8, 'none', { stroke: '#1C1A1A', 'stroke-width': 2.5 })) +
        stroke('M77 78h6', '#1C1A1A', 2.5)
      : '';
  const beard =
    index % 6 === 5
      ? path('M54 86q4 30 26 30t26 -30q-10 14 -26 14t-26 -14z', { fill: pick(hairs, index) })
      : '';
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><title>A person</title>',
    rect(0, 0, 160, 160, pick(grounds, index * 3)),
    hair.behind,
    path('M16 172q0 -54 64 -54t64 54z', { fill: pick(clothes, index * 2 + 1) }),
    rect(68, 96, 24, 34, skin, { rx: 12 }),
    circle(80, 80, 29, skin),
    beard,
    hair.before,
    each(2, (i) => circle(69 + i * 22, 79, 2.8, '#1C1A1A')),
    glasses,
    stroke('M71 93q9 7 18 0', '#1C1A1A', 2.5),
    '</svg>\n',
  ].join('');
};
