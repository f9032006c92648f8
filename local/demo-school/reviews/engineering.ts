import { paragraph } from '../courses/demo-course.ts';
import type { DemoReview } from './demo-review.ts';

export const engineeringReviews: readonly DemoReview[] = [
  {
    by: 'Mateo Silva',
    slug: 'programs-and-how-to-think-of-them',
    rating: 10,
    comment: paragraph(`
      I had tried to learn programming from videos three times. This was the first time anybody asked me why a loop ends
      instead of where the bracket goes. Throwing away a week of work hurt. It was also the week I finally understood
      what I was doing.`),
  },
  {
    by: 'Arjun Nair',
    slug: 'programs-and-how-to-think-of-them',
    rating: 9,
    comment: paragraph(`
      The interpreter at the end is small enough to keep in your head and still feels like a real thing. One point off
      because module three is twice as long as the others and nothing warns you.`),
  },
  {
    by: 'Elif Demir',
    slug: 'programs-and-how-to-think-of-them',
    rating: 8,
    comment: paragraph(`
      Patient, funny and stricter than it looks. Reading other people's code aloud was embarrassing for ten minutes and
      useful ever since.`),
    before: {
      rating: 6,
      comment: 'Too slow for anyone who has programmed before. I skipped half of the first two modules.',
      days: 21,
    },
  },
  {
    by: 'Minh Nguyen',
    slug: 'programs-and-how-to-think-of-them',
    rating: 9.5,
    comment: 'My father, a baker, now explains recursion to customers. I am to blame, and so is this course.',
  },
  {
    by: 'Zanele Dube',
    slug: 'machines-that-learn',
    rating: 9,
    comment: paragraph(`
      Slowly is the right word, and I mean it as praise. Every formula was earned. The exercise where we hunt for the
      bias we had put into our own data should be compulsory for anyone who deploys anything.`),
  },
  {
    by: 'Thandiwe Khumalo',
    slug: 'machines-that-learn',
    rating: 7,
    comment: paragraph(`
      Excellent on the ideas. I would have liked one more project and one less derivation; by the fourth week my evenings
      belonged to the chain rule. If your linear algebra is rusty, do the refresher before you start, not alongside.`),
  },
  {
    by: 'Oliver Hughes',
    slug: 'machines-that-learn',
    rating: 8.5,
    comment: 'I can read a paper now and say which third of it is new. That alone was worth the winter.',
  },
  {
    by: 'Chloé Laurent',
    slug: 'signals-and-silence',
    rating: 8,
    comment: paragraph(`
      I came for the audio and stayed for the mathematics, which I had sworn never to do again. The recordings of empty
      rooms are a stroke of genius.`),
  },
  {
    by: 'Liam Gallagher',
    slug: 'signals-and-silence',
    rating: 6,
    comment: paragraph(`
      Good material, uneven pace. Modules one and two could be one, module four could be three. Ask questions
      early: the answers I got were better than the slides.`),
  },
  {
    by: 'Ingrid Solberg',
    slug: 'signals-and-silence',
    rating: 9,
    comment: 'After the module on noise I listened to the radio between two stations for an hour. Happily.',
  },
];
