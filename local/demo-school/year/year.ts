import type { Act } from './act.ts';
import { announcementActs } from './announcements.ts';
import { courseActs } from './courses.ts';
import { learningActs } from './learning.ts';
import { peopleActs } from './people.ts';
import { reviewActs } from './reviews.ts';

/** Returns all acts of the demo school's year in chronological order. */
export const demoYear = (): Act[] => {
  const learning = learningActs();
  const acts = [
    ...peopleActs(),
    ...courseActs(),
    ...learning,
    ...reviewActs(learning),
    ...announcementActs(),
  ];
  return acts.toSorted((a, b) => a.day - b.day);
};
