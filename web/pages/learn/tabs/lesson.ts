import type { EnrolledCourse } from '#contract/enrolments.ts';

/** A place in a course: module 1 to 5, and the second in its video. */
export type Place = { module: number; second: number };

/** What every tab under the player is given: the course as the student knows it, and the player's place. */
export type Lesson = {
  enrolment: EnrolledCourse;
  /** Where the player stands now; asked when it is needed, since it changes all the time. */
  place: () => Place;
  /** Has the player go there. */
  goTo: (place: Place) => void;
};
