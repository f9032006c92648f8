import { enrolmentIdOf, reviewIdOf } from '#platform/identity/record-ids.ts';
import reviews from '../content/reviews.json' with { type: 'json' };
import { bruno, type DemoPerson, personNamed } from '../people.ts';
import { demoCatalogue } from './courses.ts';
import { type DemoCommand, idOfPerson, keyOf } from './demo-command.ts';

/** A student's review of a completed course. */
type DemoReview = {
  /** The student's name. */
  by: string;
  /** The slug of the course. */
  slug: string;
  rating: number;
  comment: string;
  /** The earlier version of a revised review, and the number of days until it was revised. */
  before?: { rating: number; comment: string; days: number };
};
const allReviews: readonly DemoReview[] = reviews;

const submitReview = (
  day: number,
  by: DemoPerson,
  enrolmentId: string,
  { rating, comment }: Pick<DemoReview, 'rating' | 'comment'>,
  label: string,
): DemoCommand => ({
  ...{ day, by, method: 'POST', path: '/reviews', params: {} },
  body: { rating, comment, courseId: enrolmentId, userEmail: by.email },
  key: keyOf(`${label} ${by.uid}`),
});

/** Returns an Admin's command to remove (DELETE) or restore (POST) a review. */
const moderate = (day: number, by: DemoPerson, method: 'POST' | 'DELETE', id: string): DemoCommand => ({
  ...{ day, by, method, params: { id }, body: null },
  path: method === 'POST' ? '/reviews/{id}/restoration' : '/reviews/{id}',
  key: keyOf(`${method} review ${id} ${day}`),
});

const angryReview = {
  by: 'Camille Roy',
  slug: 'light-and-what-it-tells',
  first: 'Worst. Course. EVER. Anyone who likes this has never seen a lamp.',
  second: {
    rating: 6,
    comment: 'The optics part is fine. I wanted more of the history, and said so too loudly at first.',
  },
};

/**
 * Returns the commands that write, revise, remove and restore reviews. A review is written 1.3 days after the fifth module.
 * @param learning the commands of the students.
 */
export const reviewCommands = (learning: readonly DemoCommand[]): DemoCommand[] => {
  const catalogue = demoCatalogue();
  const findCompletion = ({ by, slug }: { by: string; slug: string }) => {
    const author = personNamed(by);
    const course = catalogue.find((candidate) => candidate.slug === slug);
    const enrolmentId = enrolmentIdOf(idOfPerson(author), course?.id ?? '');
    const completed = learning.find(({ key }) => key === keyOf(`module 5 of ${slug} ${author.uid}`));
    if (!completed) throw new Error(`${by} cannot review ${slug} without completing it.`);
    return { author, enrolmentId, day: completed.day + 1.3 };
  };
  const written = allReviews.flatMap((review) => {
    const { author, enrolmentId, day } = findCompletion(review);
    const { slug, before } = review;
    if (!before) return [submitReview(day, author, enrolmentId, review, `review ${slug}`)];
    return [
      submitReview(day, author, enrolmentId, before, `review ${slug}`),
      submitReview(day + before.days, author, enrolmentId, review, `revise ${slug}`),
    ];
  });
  const { author, enrolmentId, day } = findCompletion(angryReview);
  const removedByMistake = findCompletion({ by: 'Aisha Malik', slug: 'novels-and-the-people-in-them' });
  const ada = personNamed('Ada Okafor');
  return [
    ...written,
    submitReview(day, author, enrolmentId, { rating: 1, comment: angryReview.first }, 'review in anger'),
    moderate(day + 0.4, bruno, 'DELETE', reviewIdOf(enrolmentId)),
    submitReview(day + 2.2, author, enrolmentId, angryReview.second, 'review again'),
    moderate(removedByMistake.day + 30.1, ada, 'DELETE', reviewIdOf(removedByMistake.enrolmentId)),
    moderate(removedByMistake.day + 30.11, ada, 'POST', reviewIdOf(removedByMistake.enrolmentId)),
  ];
};
