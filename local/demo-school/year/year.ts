import type { Act } from './act.ts';
import { announcementActs } from './announcements.ts';
import { courseActs } from './courses.ts';
import { learningActs } from './learning.ts';
import { peopleActs } from './people.ts';

/** The year of the demo school, twelve months of acts in their order. */
export const demoYear = (): Act[] =>
  [...peopleActs(), ...courseActs(), ...learningActs(), ...announcementActs()].toSorted(
    (a, b) => a.day - b.day,
  );
