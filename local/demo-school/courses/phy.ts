import { type DemoCourse, paragraph } from './demo-course.ts';

export const phy: readonly DemoCourse[] = [
  {
    slug: 'physics-of-everyday-things',
    course_code: 'PHY',
    course_name: 'Physics of Everyday Things',
    duration: '2 years',
    difficulty: '4/10',
    category: 'General',
    price: 310,
    instructor: 'Tomás Rivera',
    details: paragraph(`
      Why does a teapot dribble? Why is the sky blue and milk white and steam neither? Every lecture begins with a thing from a kitchen,
      a pocket or a playground, and does not end until we can say what would have to change for it to behave differently. You will
      measure the speed of sound with a drainpipe, weigh the air in your room and estimate the number of leaves on a tree to within a
      factor of two. Equations appear as shorthand for what you have seen already. It is a course for the curious of every age; our
      oldest student was eighty-three and asked the best questions.`),
  },
  {
    slug: 'light-and-what-it-tells',
    course_code: 'PHY',
    course_name: 'Light, and What It Tells',
    duration: '3-4 years',
    difficulty: '8 out of 10',
    category: 'General',
    price: 550,
    instructor: 'Mei Lin Chua',
    details: paragraph(`
      Almost everything that we know about the universe arrived as light. We learn to question it: with mirrors and lenses first, then with
      gratings, polarisers and single photons. A candle tells you its temperature, a star its age, a fake painting its guilty pigment.
      Half of the course is experiment, done at home with a spectroscope that you build from cardboard and a disc; the other half is the
      theory that made the twentieth century dizzy, told in the order in which people were forced to believe it. Bring calculus and clear
      nights. At the end you will give a talk on one photograph and everything that it gives away.`),
  },
  {
    slug: 'the-quantum-year',
    course_code: 'PHY',
    course_name: 'The Quantum Year',
    duration: '1 year',
    difficulty: '9',
    category: 'General',
    price: 490,
    instructor: 'Jonas Aalto',
    details: paragraph(`
      One year, one idea, and no mysticism. Quantum mechanics is strange, but it is a precise strangeness, and the only way to live with it
      is to calculate. We begin with the simplest system there is, one that can only say yes or no, and stay with it until
      superposition, measurement and entanglement are things that you can do on the back of an envelope. Atoms, chemistry and lasers
      follow almost by themselves. Each week ends with one of the famous arguments, in the words of those who had it, and you must take a
      side. You need linear algebra; if yours is rusty, the first month is there to oil it.`),
  },
];
