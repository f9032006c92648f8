import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';

/** A video position: module 1 to 5, and the second in its video. */
export type VideoPosition = { module: number; second: number };

/** The props of every tab under the player. */
export type LessonProps = {
  enrolment: EnrolledCourse;
  /** Returns the player's current position. */
  currentPosition: () => VideoPosition;
  /** Seeks the player to a position. */
  goTo: (place: VideoPosition) => void;
};
