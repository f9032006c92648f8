import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import type { VideoPosition } from '../../../domains/videos/video-position.ts';

/** The props of every tab under the player. */
export type LessonProps = {
  enrolment: EnrolledCourse;
  getCurrentPosition: () => VideoPosition;
  goTo: (position: VideoPosition) => void;
};
