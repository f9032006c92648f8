import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import type { VideoPosition } from '../../../domains/videos/video-position.ts';

/** The props of every tab under the player. */
export type LessonProps = {
  enrolment: EnrolledCourse;
  /** Returns the player's current position. */
  currentPosition: () => VideoPosition;
  /** Seeks the player to a position. */
  goTo: (position: VideoPosition) => void;
};
