import { paragraph } from '../courses/demo-course.ts';
import type { DemoReview } from './demo-review.ts';

export const scienceReviews: readonly DemoReview[] = [
  {
    by: 'Hiroshi Tanaka',
    slug: 'how-medicines-work',
    rating: 9,
    comment: paragraph(`
      My mother takes seven tablets a day. For the first time I know what each of them does to the others. The drawings of
      receptors as locks that change their shape will stay with me.`),
  },
  {
    by: 'Leila Hosseini',
    slug: 'how-medicines-work',
    rating: 10,
    comment: paragraph(`
      Clear without ever being simple. When the evidence is weak, the course says so, and shows you how to see it yourself.
      I wish my own lecturers had had that courage.`),
  },
  {
    by: 'Valentina Cruz',
    slug: 'how-medicines-work',
    rating: 8,
    comment: 'Dense, but every module ends with a page worth hanging on the wall. I did.',
  },
  {
    by: 'Rafael Costa',
    slug: 'how-medicines-work',
    rating: 9,
    comment: paragraph(`
      The story of how aspirin was sold for seventy years before anyone understood it is told so well that I missed my stop.`),
  },
  {
    by: 'Signe Madsen',
    slug: 'how-medicines-work',
    rating: 9.5,
    comment: 'Rigorous, kind, and up to date. I have recommended it to the whole ward.',
  },
  {
    by: 'Aisha Malik',
    slug: 'plants-that-heal-and-plants-that-do-not',
    rating: 8,
    comment: paragraph(`
      It takes apart what my aunts believe without making fun of them, and then shows which three of their teas are in every
      hospital. I haven't won a single argument with it yet, but I lose them better informed.`),
  },
  {
    by: 'Omar Farouk',
    slug: 'plants-that-heal-and-plants-that-do-not',
    rating: 7,
    comment:
      'The herbarium project is lovely. The part on dosage could be shorter, or come with more examples.',
  },
  {
    by: 'Youssef Amrani',
    slug: 'plants-that-heal-and-plants-that-do-not',
    rating: 5,
    comment: paragraph(`
      I expected botany and got statistics. They are good statistics, and I see why they are needed. But a course with plants
      in its title should let you touch more of them.`),
  },
  {
    by: 'Babajide Ade',
    slug: 'plants-that-heal-and-plants-that-do-not',
    rating: 8.5,
    comment: 'What does “natural” mean, and who profits from it? Two questions I now ask in every shop.',
  },
  {
    by: 'Aisha Malik',
    slug: 'light-and-what-it-tells',
    rating: 10,
    comment: paragraph(`
      With a shoebox, a razor blade and a broken CD I measured what the street lamp outside my window is made of. Sodium. I
      cried a little. Take this course.`),
  },
  {
    by: 'Omar Farouk',
    slug: 'light-and-what-it-tells',
    rating: 9,
    comment: 'The best explanation of interference I have come across, and I teach it myself.',
  },
  {
    by: 'Youssef Amrani',
    slug: 'light-and-what-it-tells',
    rating: 9,
    comment: paragraph(`
      Every experiment can be done at a kitchen table, and every one of them is then done properly, with errors. My only wish:
      a list of all the materials before the first week instead of week by week.`),
  },
  {
    by: 'Babajide Ade',
    slug: 'light-and-what-it-tells',
    rating: 10,
    comment: 'It made me look up. I mean that literally: I know eleven stars by their colours now.',
  },
  {
    by: 'Liam Gallagher',
    slug: 'calculus-with-a-pencil',
    rating: 7,
    comment: paragraph(`
      No software, no shortcuts, one pencil. I grumbled, and then noticed that I could see a derivative coming. Bring an
      eraser.`),
  },
];
