import { paragraph } from '../courses/demo-course.ts';
import type { DemoReview } from './demo-review.ts';

export const humanityReviews: readonly DemoReview[] = [
  {
    by: 'Hiroshi Tanaka',
    slug: 'the-honest-spreadsheet',
    rating: 8,
    comment: paragraph(`
      After the second module I opened the budget of our sports club and found four hundred euros that had been counted
      twice for six years. They have made me treasurer. I'm not sure that's a reward.`),
  },
  {
    by: 'Leila Hosseini',
    slug: 'the-honest-spreadsheet',
    rating: 7,
    comment: 'Useful from the first hour. The last module, on depreciation, needs a second cup of coffee.',
  },
  {
    by: 'Valentina Cruz',
    slug: 'the-honest-spreadsheet',
    rating: 9,
    comment: paragraph(`
      Accounting as ethics with columns. I run a small bakery and have changed three things because of it, one of which saves
      me an evening a week.`),
  },
  {
    by: 'Rafael Costa',
    slug: 'the-honest-spreadsheet',
    rating: 4,
    comment: paragraph(`
      Sound, but not for me: I had hoped for more about financing and less about keeping receipts. That is what the
      description says, to be fair; I should have read it.`),
  },
  {
    by: 'Signe Madsen',
    slug: 'the-honest-spreadsheet',
    rating: 8,
    comment: 'The only course that ever made me laugh at a balance sheet.',
  },
  {
    by: 'Zanele Dube',
    slug: 'memory-a-users-guide',
    rating: 8.5,
    comment: paragraph(`
      You are your own laboratory here: every effect is tried on you first and explained afterwards. I forgot my umbrella twice
      during the module on forgetting, which I take as proof of its quality.`),
  },
  {
    by: 'Sofia Rossi',
    slug: 'memory-a-users-guide',
    rating: 9,
    comment: 'I study half as long and remember more. The spacing exercise should be taught in every school.',
  },
  {
    by: 'Thandiwe Khumalo',
    slug: 'memory-a-users-guide',
    rating: 8,
    comment:
      'Warm, precise, and open about the experiments that failed to replicate. More of this honesty, please.',
  },
  {
    by: 'Oliver Hughes',
    slug: 'memory-a-users-guide',
    rating: 6.5,
    comment: paragraph(`
      Good, though the readings repeat what the lessons say. The witness exercise alone is worth the enrolment: thirty of us
      saw the same film, and we agreed on nothing.`),
  },
  {
    by: 'Aisha Malik',
    slug: 'novels-and-the-people-in-them',
    rating: 7,
    comment:
      'It gave me back the patience to read four hundred pages in which hardly anything happens. I am grateful.',
  },
  {
    by: 'Omar Farouk',
    slug: 'novels-and-the-people-in-them',
    rating: 8,
    comment: paragraph(`
      We spent a whole week on one sentence, and it was not long enough. The discussions among the students are as good as
      the lessons.`),
  },
  {
    by: 'Camille Roy',
    slug: 'novels-and-the-people-in-them',
    rating: 9,
    comment: 'I argued with every interpretation and loved each of them by the end.',
  },
  {
    by: 'Emma Kowalska',
    slug: 'cities-and-their-walls',
    rating: 8,
    comment: paragraph(`
      I walk through my own town differently now. Finding the old wall in the street names took me three Sundays, and my
      children came along on the second.`),
  },
  {
    by: 'Thandiwe Khumalo',
    slug: 'selling-without-shouting',
    rating: 7.5,
    comment: 'Calm, decent and practical. I sold my bicycle with module two.',
  },
];
