import { type DemoCourse, paragraph } from './demo-course.ts';

export const his: readonly DemoCourse[] = [
  {
    slug: 'history-from-below-deck',
    course_code: 'HIS',
    course_name: 'History from below Deck',
    duration: '3 years',
    difficulty: '5',
    category: 'General',
    price: 300,
    instructor: 'Desmond Achebe',
    details: paragraph(`
      Admirals write memoirs; cooks, rowers and ship's boys leave a knife, a debt, a name scratched into wood. This course tells a thousand
      years of the sea through those who did not steer it. We learn to read lists, wills, court records and bones, and to hear a voice in
      a document that was written to silence it. Every student follows one ordinary person of the past through the archives, as far as the
      traces go, and writes the life with its gaps left open. You will learn some palaeography, a little economics and a great deal of
      doubt. Nobody who has taken it ever looks at a monument in the same way again.`),
  },
  {
    slug: 'cities-and-their-walls',
    course_code: 'HIS',
    course_name: 'Cities and Their Walls',
    duration: '2-3 years',
    difficulty: '6/10',
    category: 'General',
    price: 330,
    instructor: 'Nora Whitfield',
    details: paragraph(`
      Uruk, Athens, Chang'an, Timbuktu, Tenochtitlan, Manchester: six cities, each at the moment when it was the most interesting place in the
      world. Who was let in, who was kept out, where did the water come from, and who swept the streets? We reconstruct one day in each from
      maps, ruins, tax rolls and recipes, and then ask why it ended. Walls turn out to be a good question: most were built against neighbours,
      and most fell from inside. The final work is a guide to your own town as a historian four hundred years from now would write it, with
      only what would survive.`),
  },
];
